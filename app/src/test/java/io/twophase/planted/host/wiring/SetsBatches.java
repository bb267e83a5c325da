package io.twophase.planted.host.wiring;

import io.twophase.app.commit.CommitSettings;

/** May set how callers share batches. */
record SetsBatches(CommitSettings settings) {}
