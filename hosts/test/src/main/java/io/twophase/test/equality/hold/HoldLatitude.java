package io.twophase.test.equality.hold;

import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.test.contract.hold.HoldStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The answers that a store may give instead of the exact ones: what "Order" and "Match counts" of
 * {@code Holds} allow of a call of several elements, and nothing else.
 */
final class HoldLatitude {

  private final HoldStore exact;

  /** Judged by the state that the exact store is in: before the call its order, then its answer. */
  HoldLatitude(HoldStore exact) {
    this.exact = exact;
  }

  /**
   * The requests with the first claims of a field behind the others, where a store may put them;
   * and of these the one that gives the field its bounds behind those that do not fit into them.
   */
  List<Placing> inToldOrder(List<Placing> asked) {
    List<Placing> others = new ArrayList<>(asked);
    List<Placing> last =
        asked.stream().filter(this::givesBounds).sorted(Comparator.comparing(this::fits)).toList();
    others.removeAll(last);
    others.addAll(last);
    return others;
  }

  private boolean fits(Placing asked) {
    return asked.claim().ofRange().stream()
        .anyMatch(
            range ->
                stored(range.target()).stream()
                    .flatMap(
                        there ->
                            there.fold(
                                account -> Stream.<Bounds>empty(),
                                document -> document.bounds(range.scale()).toJavaStream()))
                    .anyMatch(bounds -> bounds.allows(range.range())));
  }

  private boolean givesBounds(Placing asked) {
    return asked.claim().ofRange().stream()
        .anyMatch(
            range ->
                range
                    .scale()
                    .fold(money -> false, field -> !hasBounds(range.target(), field.name())));
  }

  private boolean hasBounds(Target target, String field) {
    return stored(target).stream()
        .anyMatch(
            stored ->
                stored.fold(account -> false, document -> document.escrow().containsKey(field)));
  }

  private Optional<Stored> stored(Target target) {
    return exact.holds().findLatest(target).stored();
  }

  private boolean isThere(Target target, Hold hold) {
    return stored(target).stream().anyMatch(stored -> stored.holds().contains(hold));
  }

  boolean allows(Placing asked, Answer exactly, Answer told) {
    Target target = asked.claim().target();
    if (told.kind() == Answer.Kind.HELD) {
      return isThere(target, Hold.of(exact.home(), asked)) || fitsNow(asked, exactly);
    }
    if (exactly.kind() == Answer.Kind.HELD || told.kind() == Answer.Kind.IN_DOUBT) {
      return false;
    }
    return switch (told.kind()) {
      case BUSY, PRESENT -> told.hold().stream().anyMatch(hold -> isThere(target, hold));
      case SHORT -> asked.claim().ofRange().isPresent();
      default ->
          exactly.kind() == Answer.Kind.REFUSED
              && told.reason().orElseThrow().kind().equals(exactly.reason().orElseThrow().kind());
    };
  }

  /** A claim of what was left fits behind claims that leave less: the exact store places it now. */
  private boolean fitsNow(Placing asked, Answer exactly) {
    return exactly.kind() == Answer.Kind.SHORT
        && !Hold.of(exact.home(), asked).range().isWhole()
        && exact.holds().place(List.of(asked)).get(0).kind() == Answer.Kind.HELD;
  }

  /** Returns whether a hold is now as a stamp would leave it. */
  boolean isStamped(Stamping asked) {
    return isThere(asked.target(), asked.read().at(asked.epoch()));
  }

  /**
   * Judges the answer to a stamp.
   *
   * @param wasStamped whether the hold was as the stamp would leave it at some moment of the call
   */
  boolean allows(Stamping asked, MatchOutcome told, boolean wasStamped) {
    return told == MatchOutcome.MATCHED
        ? wasStamped
        : stored(asked.target()).stream()
            .anyMatch(
                stored ->
                    stored.holds().stream()
                        .anyMatch(hold -> hold.equals(asked.read().at(hold.epoch()))));
  }

  boolean allows(Ending asked, MatchOutcome told) {
    return told == MatchOutcome.MATCHED
        && stored(asked.target())
            .map(stored -> stored.holds().stream().noneMatch(hold -> isInPlace(asked, hold)))
            .orElse(true);
  }

  /** Returns whether it is a hold of that record and mode, whatever its amounts and epoch. */
  private boolean isInPlace(Ending asked, Hold hold) {
    HoldMode mode =
        asked.claim().map(Claim::mode).orElseGet(() -> asked.known().orElseThrow().mode());
    return hold.isOf(exact.home(), asked.record()) && hold.mode() == mode;
  }
}
