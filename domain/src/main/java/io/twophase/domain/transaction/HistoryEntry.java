package io.twophase.domain.transaction;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.Epoch;
import java.time.Instant;
import java.util.Optional;

/**
 * One step of a transaction's life.
 *
 * @param state the state it came into
 * @param epoch its epoch then
 * @param application whose process owned it then, if anybody's, and if the record still says it: it
 *     names the last owner only
 * @param at when, by the store's clock; for people, not for decisions
 */
public record HistoryEntry(
    State state, Epoch epoch, Optional<ApplicationName> application, Instant at) {}
