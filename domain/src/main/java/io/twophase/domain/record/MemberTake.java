package io.twophase.domain.record;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.transaction.*;
import io.vavr.control.Option;

/**
 * A left-out member's document, as it was read, becomes another record's, or a record of its own.
 */
public record MemberTake(
    RecordId leftBy,
    NewTransaction body,
    Option<RecordId> into,
    Option<TransactionRecord.Owner> owner,
    Option<CancelReason> canceled) {}
