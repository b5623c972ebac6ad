import { createRoot, hydrateRoot } from 'react-dom/client';
import { ReactPage } from './react-page.tsx';

const root = document.getElementById('app');
if (root?.hasChildNodes()) hydrateRoot(root, <ReactPage />);
else if (root !== null) createRoot(root).render(<ReactPage />);
