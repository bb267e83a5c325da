package io.twophase.domain.machine;

import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Range;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import java.util.stream.Collectors;

/** What happens, as a line of a run. */
final class Words {

  private Words() {}

  static String of(Message message) {
    if (message instanceof Message.InsertRecord insert) {
      return "insert of "
          + insert.record().id()
          + (insert.record().isTombstone() ? ", a tombstone" : "");
    }
    if (message instanceof Message.InsertMember member) {
      return "insert of " + member.document().id() + " of " + member.document().record();
    }
    if (message instanceof Message.Change change) {
      return of(change.transition());
    }
    if (message instanceof Message.TakeMember take) {
      return take.take().member()
          + " goes from "
          + take.take().free().record()
          + " "
          + take.take().kind()
          + take.take().into().map(id -> " " + id).getOrElse("");
    }
    if (message instanceof Message.Place place) {
      return "hold of "
          + place.placing().record()
          + " at "
          + place.placing().epoch()
          + " on "
          + of(place.placing().claim());
    }
    if (message instanceof Message.Stamp stamp) {
      return "stamp to "
          + stamp.stamping().epoch()
          + " on "
          + stamp.stamping().target()
          + " of "
          + stamp.stamping().read().record()
          + " at "
          + stamp.stamping().read().epoch();
    }
    return of(((Message.End) message).ending());
  }

  private static String of(Transition asked) {
    return asked.kind()
        + " of "
        + asked.record()
        + asked.epoch().map(epoch -> " at " + epoch).getOrElse("")
        + " to "
        + asked.to()
        + (asked.kind() == Transition.Kind.DECIDE
            ? ", left "
                + asked.verdict().left().mkString(" ")
                + ", refused "
                + asked.verdict().refused().keySet().mkString(" ")
                + asked.reason().map(why -> ", for " + why.message()).getOrElse("")
            : "");
  }

  private static String of(Claim claim) {
    return claim.target()
        + claim.<String>fold(
            range -> " " + of(range.range()), document -> " " + document.operation().kind());
  }

  private static String of(Range range) {
    return "-"
        + range.debit()
        + " +"
        + range.credit()
        + range.had().map(had -> " of " + had).getOrElse("")
        + range.could().map(could -> " into " + could).getOrElse("");
  }

  private static String of(Ending ending) {
    return (ending.happens() ? "settle" : ending.at().isDefined() ? "withdrawal" : "release")
        + " of "
        + ending.record()
        + ending.at().map(epoch -> " at " + epoch).getOrElse("")
        + " on "
        + ending.target()
        + (ending.net() != 0 ? " by " + ending.net() : "");
  }

  static String of(Event.Seen seen) {
    return seen.lookups().stream().map(Words::of).collect(Collectors.joining(", "))
        + (seen.stuck() ? ", stuck" : "");
  }

  private static String of(Lookup lookup) {
    return lookup.id()
        + lookup.member().map(member -> " of " + member.record()).getOrElse("")
        + " "
        + lookup.record().map(Words::of).getOrElse(lookup.kind().name());
  }

  private static String of(TransactionRecord record) {
    return record.state() + " at " + record.epoch();
  }

  static String answer(Object answer) {
    return answer instanceof Answer given
        ? given.kind()
            + given.hold().map(hold -> " by " + hold.record() + " at " + hold.epoch()).getOrElse("")
        : answer.toString();
  }
}
