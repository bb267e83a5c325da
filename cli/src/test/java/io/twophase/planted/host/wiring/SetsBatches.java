package io.twophase.planted.host.wiring;

import io.twophase.app.transfer.queue.QueueSettings;

/** May set how callers share batches. */
record SetsBatches(QueueSettings settings) {}
