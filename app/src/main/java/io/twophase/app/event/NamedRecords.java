package io.twophase.app.event;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Timeline;
import io.twophase.ports.Records;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.List;

/**
 * The records that numbers name.
 *
 * @param records of one store
 */
public record NamedRecords(Records records) {

  /** What is there under a name. */
  public enum Standing {
    /** It is there, and decided. */
    DECIDED,
    /** It is there, and not decided: it may be another one, of the same id. */
    UNDECIDED,
    /** It is not there; perhaps it has left a receipt, or its id is a member's by now. */
    ABSENT,
    /**
     * It cannot be read, or only keeps its id: that is reported otherwise, or is as it should be.
     */
    NOT_SAID
  }

  /** What was found, and when it was decided, where it was. */
  public record Named(Standing standing, Option<Instant> decidedAt) {

    private static Named of(Lookup lookup) {
      return switch (lookup.kind()) {
        case FOUND -> of(lookup.record().get());
        case ABSENT, REMOVED -> without(Standing.ABSENT);
        case UNREADABLE ->
            without(lookup.member().isDefined() ? Standing.ABSENT : Standing.NOT_SAID);
      };
    }

    private static Named of(TransactionRecord record) {
      if (record.isTombstone()) {
        return without(Standing.NOT_SAID);
      }
      Timeline timeline = record.timeline();
      return new Named(
          record.state().isDecided() ? Standing.DECIDED : Standing.UNDECIDED,
          timeline.decidedAt().orElse(timeline.finishedAt()));
    }

    private static Named without(Standing standing) {
      return new Named(standing, Option.none());
    }
  }

  /** What is there under each of these names. */
  public List<Named> find(List<RecordId> ids) {
    return records.find(ids).stream().map(Named::of).toList();
  }
}
