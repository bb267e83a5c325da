package io.twophase.planted.host.wiring;

import io.twophase.app.transfer.queue.TransferQueue;

/** May not make them. */
record MakesBatches(TransferQueue batches) {}
