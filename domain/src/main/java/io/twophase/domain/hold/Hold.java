package io.twophase.domain.hold;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.participant.Home;
import io.vavr.control.Option;
import java.util.Collections;
import java.util.Set;

/** A claim as the target has it. A target has at most one of each record of each home. */
public record Hold(
    Home home,
    RecordId record,
    Epoch epoch,
    HoldMode mode,
    Range range,
    Set<String> fields,
    String digest,
    Option<TransactionId> member) {
  public boolean isOf(Home otherHome, RecordId other) {
    return home.equals(otherHome) && record.equals(other);
  }

  public boolean excludes(Hold other) {
    return mode == HoldMode.EXCLUSIVE
        || other.mode == HoldMode.EXCLUSIVE
        || (mode != other.mode && !Collections.disjoint(fields, other.fields));
  }

  public Hold at(Epoch newEpoch) {
    return new Hold(home, record, newEpoch, mode, range, fields, digest, member);
  }
}
