package io.twophase.domain.machine;

import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.record.Lookup;
import java.util.stream.Collectors;

/** What happens, as a line of a run. */
final class Words {

  private Words() {}

  static String of(Message message) {
    if (message instanceof Message.InsertRecord insert) {
      return (insert.record().isTombstone() ? "tombstone " : "insert ") + insert.record().id();
    }
    if (message instanceof Message.InsertMember member) {
      return "insert %s of %s".formatted(member.document().id(), member.document().record());
    }
    if (message instanceof Message.Change change) {
      return Steps.of(change.transition()) + of(change.transition().record());
    }
    if (message instanceof Message.TakeMember sent) {
      return "take " + Steps.of(sent.take()) + of(sent.take().free().record());
    }
    if (message instanceof Message.Place place) {
      return "place " + Steps.of(place.placing()) + of(place.placing().record());
    }
    if (message instanceof Message.Stamp sent) {
      return "stamp " + Steps.of(sent.stamping()) + of(sent.stamping().read().record());
    }
    Ending ending = ((Message.End) message).ending();
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
