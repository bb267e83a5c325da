package io.twophase.planted.host;

import io.twophase.app.transfer.batch.BatchRunner;

/** Hosts ask for transfers; they run no batches themselves. */
interface RunsBatches {

  BatchRunner runner();
}
