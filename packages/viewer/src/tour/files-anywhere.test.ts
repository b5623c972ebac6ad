import { expect, test } from 'vitest';
import { filesAnywhere } from './files-anywhere.ts';

test.each([
  ['https://cdn.example.com/tours/loft/', '0.jpg', 'https://cdn.example.com/tours/loft/0.jpg'],
  ['https://cdn.example.com/tours/loft', '0.jpg', 'https://cdn.example.com/tours/loft/0.jpg'],
  ['https://cdn.example.com/tours/loft', 'https://other.example.com/0.jpg', 'https://other.example.com/0.jpg'],
  ['', 'https://cdn.example.com/0.jpg', 'https://cdn.example.com/0.jpg'],
])('below "%s", "%s" is %s: a base is a folder', (base, address, found) => {
  expect(filesAnywhere(base, address)).toEqual({ at: 'here', address: found, file: '0.jpg' });
});

test.each([
  ['', '0.jpg'],
  ['https://cdn.example.com/', ''],
  ['https://cdn.example.com/', 'javascript:0'],
])('below "%s", "%s" leads to no file', (base, address) => {
  expect(filesAnywhere(base, address)).toEqual({ at: 'nowhere' });
});
