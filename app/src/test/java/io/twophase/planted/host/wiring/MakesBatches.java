package io.twophase.planted.host.wiring;

import io.twophase.app.commit.GroupCommit;

/** May not make them. */
record MakesBatches(GroupCommit batches) {}
