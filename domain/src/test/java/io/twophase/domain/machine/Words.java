package io.twophase.domain.machine;

import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import java.util.stream.Collectors;

/** What happens, as a line of a run. */
final class Words {

  private Words() {}

  static String of(Object message) {
    if (message instanceof TransactionRecord record) {
      return (record.isTombstone() ? "tombstone " : "insert ") + record.id();
    }
    if (message instanceof MemberDocument member) {
      return "insert %s of %s".formatted(member.id(), member.record());
    }
    if (message instanceof Transition move) {
      return Steps.of(move) + of(move.record());
    }
    if (message instanceof MemberTake take) {
      return "take " + Steps.of(take) + of(take.free().record());
    }
    if (message instanceof Placing placing) {
      return "place " + Steps.of(placing) + of(placing.record());
    }
    if (message instanceof Stamping stamping) {
      return "stamp " + Steps.of(stamping) + of(stamping.read().record());
    }
    Ending ending = (Ending) message;
    return "end " + Steps.of(ending) + of(ending.record());
  }

  private static String of(RecordId record) {
    return " of " + record;
  }

  static String of(Event.Seen seen) {
    return seen.lookups().stream().map(Words::of).collect(Collectors.joining(", "))
        + (seen.stuck() ? ", stuck" : "");
  }

  private static String of(Lookup lookup) {
    return lookup.id()
        + lookup.member().map(member -> of(member.record())).orElse("")
        + " "
        + lookup
            .record()
            .map(record -> record.state() + " at " + record.epoch())
            .orElse(lookup.kind().name());
  }

  static String answer(Object answer) {
    return answer instanceof Answer given
        ? given.kind()
            + given.hold().map(hold -> " by " + hold.record() + " at " + hold.epoch()).orElse("")
        : answer.toString();
  }
}
