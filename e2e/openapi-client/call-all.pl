#!/usr/bin/env perl
# Calls operations of the gateway through the client that OpenAPI::Client generates from the published document.
# Arguments: the document. Environment: BASE_URL. Standard input: one call a line, as JSON: [operationId, query, body], where
# body is null, ["form", fields] or ["json", value].
# Standard output: one answer a line, as JSON: [operationId, HTTP status, envelope status]. The first call is the
# exchange; the others carry its access token.
use Mojo::Base -strict;
use Mojo::JSON qw(decode_json encode_json);
use Mojo::URL;
use OpenAPI::Client;

my ($document) = @ARGV;
my $client = OpenAPI::Client->new($document);
$client->base_url(Mojo::URL->new($ENV{BASE_URL}));

my $token;
$client->ua->on(start => sub {
  my ($ua, $tx) = @_;
  $tx->req->headers->authorization($token) if defined $token;
});

while (my $line = <STDIN>) {
  my ($operation, $query, $body) = @{decode_json $line};
  my $tx = $client->$operation($query, $body ? @$body : ());
  my $envelope = $tx->res->json // {};
  $token //= $envelope->{data}{access_token};
  say encode_json [$operation, 0 + $tx->res->code, $envelope->{status} // $tx->res->body];
}
