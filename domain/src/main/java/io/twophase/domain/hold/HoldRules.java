package io.twophase.domain.hold;

import io.twophase.domain.operation.HoldLimit;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * The rules of one target, as functions: the in-memory store is these, a database says them as
 * filters and updates.
 */
public final class HoldRules {
  private HoldRules() {}

  public static Option<Stored> stamp(Stored there, Stamping asked) {
    return Option.when(
        there.holds().contains(asked.read()) && asked.read().epoch().olderThan(asked.epoch()),
        () ->
            there.with(
                there.holds().stream()
                    .map(hold -> hold.equals(asked.read()) ? hold.at(asked.epoch()) : hold)
                    .toList()));
  }

  /** The escrow half; the deed's half is today's HoldPlacing. */
  static Either<Answer, Stored> placeEscrow(
      Stored there, Hold wanted, Claim.OfRange claim, HoldLimit limit) {
    Bounds bounds = there.bounds(claim.scale()).get();
    if (!bounds.allows(claim.range())) {
      return Either.left(
          new Answer(
              Answer.Kind.SHORT,
              Option.none(),
              Option.none(),
              bounds.available(),
              bounds.receivable()));
    }
    if (there.holds().size() >= limit.holds()) {
      return Either.left(
          new Answer(Answer.Kind.BUSY, Option.some(there.holds().get(0)), Option.none(), 0, 0));
    }
    List<Hold> more = new ArrayList<>(there.holds());
    more.add(wanted);
    return Either.right(there.with(more).with(claim.scale(), bounds.placing(claim.range())));
  }

  static Option<Stored> endEscrow(Stored there, Hold hold, Claim.OfRange claim, long net) {
    return Option.when(
        there.holds().contains(hold),
        () -> {
          List<Hold> rest = there.holds().stream().filter(other -> !other.equals(hold)).toList();
          return there
              .with(rest)
              .with(claim.scale(), there.bounds(claim.scale()).get().ending(hold.range(), net));
        });
  }
}
