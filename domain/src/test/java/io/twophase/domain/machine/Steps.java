package io.twophase.domain.machine;

import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Verdict;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.HoldRefusal;
import io.twophase.domain.value.Value.Text;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Steps, and what their workers know, in words that say all of them. */
final class Steps {

  private Steps() {}

  static String of(Step step) {
    if (step instanceof Step.Insert insert) {
      return of(insert.record());
    }
    if (step instanceof Step.Move move) {
      return of(move.transition());
    }
    if (step instanceof Step.Take take) {
      return "take " + all(take.takes(), Steps::of);
    }
    if (step instanceof Step.Place place) {
      return "place " + all(place.claims(), Steps::of) + of(place.pause());
    }
    if (step instanceof Step.Stamp stamp) {
      return "stamp " + all(stamp.holds(), Steps::of);
    }
    if (step instanceof Step.End end) {
      return end.why().name().toLowerCase(Locale.ROOT) + " " + all(end.holds(), Steps::of);
    }
    if (step instanceof Step.Read read) {
      return "read" + (read.record() ? " record" : "") + list(read.members()) + of(read.pause());
    }
    return "stop";
  }

  private static String of(NewRecord begun) {
    return (begun.isTombstone() ? "tombstone " : "insert ")
        + begun.id()
        + (begun.id().isOfMany() ? list(begun.memberIds()) : "");
  }

  static String of(MemberTake take) {
    return "%s %s%s%s"
        .formatted(
            take.member(),
            take.kind().name().toLowerCase(Locale.ROOT),
            some(" ", take.into()),
            some(" ", take.owner().map(owner -> owner.token())));
  }

  static String of(Stamping stamp) {
    return of(stamp.target()) + "@" + stamp.read().epoch() + " to " + stamp.epoch();
  }

  static String of(Transition move) {
    Verdict verdict = move.verdict();
    return "%s%s%s%s%s%s%s%s%s%s"
        .formatted(
            move.kind().name().toLowerCase(Locale.ROOT),
            some("@", move.epoch()),
            " " + move.from() + (move.from() == move.to() ? "" : ">" + move.to()),
            some(" by ", move.owner().map(owner -> owner.token())),
            some(" for ", move.reason().map(Steps::of)),
            some(" of ", move.approver()) + (move.approvals() > 0 ? " of " + move.approvals() : ""),
            named(" excluded", move.excluded().keySet()),
            named(" refused", verdict.refused().keySet()),
            named(" left", verdict.left()) + named(" unseen", verdict.unseen()),
            verdict.moved().isEmpty() ? "" : " moved " + verdict.moved().values());
  }

  static String of(Placing asked) {
    return of(asked.claim()) + "@" + asked.epoch();
  }

  private static String of(Claim claim) {
    return of(claim.target())
        + claim.<String>fold(
            range -> of(range.range()) + (range.open() ? "~" : ""),
            document -> "/" + document.operation().kind());
  }

  private static String of(Range range) {
    return (range.debit() > 0 ? "-" + range.debit() : "")
        + (range.credit() > 0 ? "+" + range.credit() : "")
        + some(" of ", range.had())
        + some(" into ", range.could());
  }

  static String of(Ending ending) {
    return ending.claim().map(Steps::of).orElseGet(() -> of(ending.target()))
        + some("@", ending.at())
        + (ending.happens() ? "=" + ending.net() : "")
        + (ending.known().isPresent() ? "!" : "");
  }

  private static String of(Target target) {
    return target.fold(account -> account.value(), document -> ((Text) document.id()).value());
  }

  private static String of(Step.Pause pause) {
    return (pause.waits() ? ", after" : "")
        + list(
            pause.blockers().stream()
                .map(each -> each.hold().record() + " on " + of(each.target()))
                .toList())
        + list(pause.records());
  }

  /** What the worker knows, as far as others may ask for it. */
  static String known(Worker worker) {
    String known =
        some(", owns ", worker.owned())
            + some(", fenced at ", worker.fencedAt())
            + (worker.foundDecided() ? ", found decided" : "")
            + (worker.id().isOfMany() ? some(", all ", worker.result().map(Steps::of)) : "")
            + results(worker).entrySet().stream()
                .map(each -> ", " + each.getKey() + " " + of(each.getValue()))
                .collect(Collectors.joining());
    return known.isEmpty() ? "nothing" : known.substring(2);
  }

  /** The result of each member, if that of the record is certain. */
  static Map<TransactionId, Result> results(Worker worker) {
    List<TransactionId> members =
        worker
            .record()
            .filter(record -> !record.isTombstone())
            .map(TransactionRecord::members)
            .or(() -> worker.goal().begins().map(NewRecord::memberIds))
            .orElse(List.of());
    Map<TransactionId, Result> results = new LinkedHashMap<>();
    if (worker.result().isPresent()) {
      (worker.id().isOfMany() ? members : List.of(worker.id().transaction()))
          .forEach(member -> results.put(member, worker.resultOf(member)));
    }
    return results;
  }

  static String of(Result result) {
    return result.kind().name().toLowerCase(Locale.ROOT)
        + (result.isFinished() ? "" : " unfinished")
        + (result.isOpenEnded() ? " open" : "")
        + (result.isRefusedByRead() ? " by a read" : "")
        + some(" for ", result.reason().map(Reason::kind))
        + some(": ", result.refusal().map(Reason::message))
        + (result.moved().isEmpty() ? "" : " moved " + result.moved())
        + some(" seen ", result.seen().map(there -> there.state()))
        + some(" at ", result.during())
        + some(" ", result.fault());
  }

  /** Only of a foreign hold do the words tell more than the kind does. */
  private static String of(CancelReason reason) {
    return reason instanceof HoldRefusal.ForeignHold foreign
        ? reason.kind() + " " + foreign.held()
        : reason.kind();
  }

  private static String named(String what, Collection<?> ids) {
    return ids.isEmpty() ? "" : what + list(ids);
  }

  private static String list(Collection<?> all) {
    return all.stream().map(each -> " " + each).collect(Collectors.joining());
  }

  private static String some(String before, Optional<?> value) {
    return value.map(there -> before + there).orElse("");
  }

  private static <T> String all(List<T> all, Function<T, String> words) {
    return all.stream().map(words).collect(Collectors.joining(" "));
  }
}
