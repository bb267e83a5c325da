package io.twophase.domain.protocol;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Operation;
import java.util.List;

/**
 * A worker that gives back what it holds, so that nobody waits for it while it waits.
 *
 * @param dead the epoch at which it held, which it has left, or is about to leave
 * @param held what it held then
 * @param busy what it waits for
 */
record BackOff(Epoch dead, List<Operation> held, Busy busy) {}
