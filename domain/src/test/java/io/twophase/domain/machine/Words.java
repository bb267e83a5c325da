package io.twophase.domain.machine;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Transition;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What happens, as a line of a run. */
final class Words {

  private Words() {}

  static String of(Message message) {
    if (message instanceof Message.InsertRecord insert) {
      String what = insert.record().isTombstone() ? ", a tombstone" : "";
      return "insert of " + insert.record().id() + what;
    }
    if (message instanceof Message.InsertMember member) {
      return "insert of %s of %s".formatted(member.document().id(), member.document().record());
    }
    if (message instanceof Message.Change change) {
      return of(change.transition());
    }
    if (message instanceof Message.TakeMember sent) {
      var take = sent.take();
      return "%s goes from %s %s%s"
          .formatted(take.member(), take.free().record(), take.kind(), some(" ", take.into()));
    }
    if (message instanceof Message.Place place) {
      var asked = place.placing();
      return "hold of %s at %s on %s".formatted(asked.record(), asked.epoch(), of(asked.claim()));
    }
    if (message instanceof Message.Stamp sent) {
      var stamp = sent.stamping();
      return "stamp to %s on %s of %s at %s"
          .formatted(stamp.epoch(), stamp.target(), stamp.read().record(), stamp.read().epoch());
    }
    return of(((Message.End) message).ending());
  }

  private static String some(String before, Optional<?> value) {
    return value.map(there -> before + there).orElse("");
  }

  private static String of(Transition asked) {
    String move =
        asked.kind() + " of " + asked.record() + some(" at ", asked.epoch()) + " to " + asked.to();
    return asked.kind() != Transition.Kind.DECIDE
        ? move
        : "%s, left %s, refused %s%s"
            .formatted(
                move,
                joined(asked.verdict().left()),
                joined(asked.verdict().refused().keySet()),
                some(", for ", asked.reason().map(why -> why.message())));
  }

  private static String of(Claim claim) {
    return claim.target()
        + claim.<String>fold(
            range -> " " + of(range.range()), document -> " " + document.operation().kind());
  }

  private static String of(Range range) {
    return "-%s +%s%s%s"
        .formatted(
            range.debit(),
            range.credit(),
            some(" of ", range.had()),
            some(" into ", range.could()));
  }

  private static String of(Ending ending) {
    String what = ending.happens() ? "settle" : ending.at().isPresent() ? "withdrawal" : "release";
    return "%s of %s%s on %s%s"
        .formatted(
            what,
            ending.record(),
            some(" at ", ending.at()),
            ending.target(),
            ending.net() != 0 ? " by " + ending.net() : "");
  }

  static String of(Event.Seen seen) {
    return seen.lookups().stream().map(Words::of).collect(Collectors.joining(", "))
        + (seen.stuck() ? ", stuck" : "");
  }

  private static String of(Lookup lookup) {
    return lookup.id()
        + some(" of ", lookup.member().map(member -> member.record()))
        + " "
        + lookup
            .record()
            .map(record -> record.state() + " at " + record.epoch())
            .orElse(lookup.kind().name());
  }

  static String answer(Object answer) {
    return answer instanceof Answer given
        ? given.kind()
            + some(" by ", given.hold().map(hold -> hold.record() + " at " + hold.epoch()))
        : answer.toString();
  }

  private static String joined(Set<TransactionId> ids) {
    return ids.stream().map(TransactionId::value).collect(Collectors.joining(" "));
  }
}
