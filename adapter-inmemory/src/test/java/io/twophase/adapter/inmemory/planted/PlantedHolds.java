package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryHolds;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Bounds;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.Sight;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Target;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Holds;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Holds in memory that break one promise. */
record PlantedHolds(InMemoryHolds sound, Fault fault) implements Holds {

  /** The promise that is broken. */
  enum Fault {
    NONE,
    ENDS_AT_ANY_EPOCH,
    RELEASES_THE_FIRST_EPOCH_ONLY,
    BELIEVES_ITS_CALLER,
    LEAVES_THE_DEAD,
    EVERY_END_IS_MATCHED,
    STAMPS_ANY_HOLD,
    FORGETS_WHAT_WAS_THERE,
    FORGETS_THE_MEMBER,
    SAYS_HELD_FOR_WHAT_IS_PRESENT,
    SAYS_REFUSED_FOR_WHAT_IS_BUSY,
    SAYS_NOTHING_OF_BOUNDS,
    PLACES_A_RANGE_OF_NOTHING,
    ANSWERS_IN_AN_ORDER_OF_ITS_OWN,
    FORGETS_BOUNDS_IN_SCANS,
    FORGETS_COLLECTIONS,
    FINDS_ACCOUNTS_BY_ONE_NAME
  }

  private boolean is(Fault other) {
    return fault == other;
  }

  @Override
  public List<Answer> place(List<Placing> asked) {
    List<Answer> answers = new ArrayList<>();
    for (Placing each : asked) {
      answers.add(told(sound.place(List.of(otherwise(each))).get(0)));
    }
    if (is(Fault.ANSWERS_IN_AN_ORDER_OF_ITS_OWN)) {
      Collections.reverse(answers);
    }
    return answers;
  }

  private Placing otherwise(Placing asked) {
    return new Placing(
        asked.record(),
        asked.epoch(),
        asked
            .claim()
            .<Claim>fold(
                range -> range.of(otherwise(range.range())),
                document ->
                    is(Fault.FORGETS_THE_MEMBER)
                        ? new Claim.OfDocument(new TransactionId("other"), document.operation())
                        : document));
  }

  private Range otherwise(Range range) {
    if (is(Fault.PLACES_A_RANGE_OF_NOTHING) && range.isNothing()) {
      return Range.whole(1, 0);
    }
    return is(Fault.FORGETS_WHAT_WAS_THERE) ? Range.whole(range.debit(), range.credit()) : range;
  }

  private Answer told(Answer answer) {
    return switch (answer.kind()) {
      case PRESENT ->
          is(Fault.SAYS_HELD_FOR_WHAT_IS_PRESENT) ? Answer.held(answer.hold().get()) : answer;
      case BUSY ->
          is(Fault.SAYS_REFUSED_FOR_WHAT_IS_BUSY) ? Answer.refused(answer.reason().get()) : answer;
      case SHORT -> is(Fault.SAYS_NOTHING_OF_BOUNDS) ? Answer.shortOf(new Bounds(0, 0, 0)) : answer;
      case HELD, REFUSED, IN_DOUBT -> answer;
    };
  }

  @Override
  public List<MatchOutcome> stamp(List<Stamping> asked) {
    return sound.stamp(asked.stream().map(this::otherwise).toList());
  }

  private Stamping otherwise(Stamping asked) {
    return is(Fault.STAMPS_ANY_HOLD)
        ? Option.ofOptional(
                holds(asked.target()).stream()
                    .filter(hold -> hold.record().equals(asked.read().record()))
                    .findFirst())
            .map(hold -> new Stamping(asked.target(), hold, asked.epoch()))
            .getOrElse(asked)
        : asked;
  }

  private List<Hold> holds(Target target) {
    return sound.findLatest(target).stored().map(Stored::holds).getOrElse(List.of());
  }

  @Override
  public List<MatchOutcome> end(List<Ending> asked) {
    List<MatchOutcome> outcomes = sound.end(asked.stream().map(this::otherwise).toList());
    return is(Fault.EVERY_END_IS_MATCHED)
        ? outcomes.stream().map(outcome -> MatchOutcome.MATCHED).toList()
        : outcomes;
  }

  private Ending otherwise(Ending asked) {
    boolean isByClaim = asked.claim().isDefined();
    return switch (fault) {
      case ENDS_AT_ANY_EPOCH -> at(asked, Option.none());
      case RELEASES_THE_FIRST_EPOCH_ONLY ->
          asked.at().isEmpty() ? at(asked, Option.some(Epoch.FIRST)) : asked;
      case BELIEVES_ITS_CALLER ->
          isByClaim
                  && asked.known().isDefined()
                  && !holds(asked.target()).contains(asked.known().get())
              ? at(asked, Option.some(Epoch.NONE))
              : asked;
      case LEAVES_THE_DEAD ->
          isByClaim
              ? asked
              : Ending.of(asked.target(), asked.known().get().at(new Epoch(1_000_000)));
      default -> asked;
    };
  }

  private static Ending at(Ending asked, Option<Epoch> at) {
    return new Ending(
        asked.target(),
        asked.record(),
        asked.claim(),
        at,
        asked.happens(),
        asked.net(),
        asked.known());
  }

  @Override
  public List<Sight> find(List<Target> targets) {
    return targets.stream()
        .map(
            target ->
                is(Fault.FINDS_ACCOUNTS_BY_ONE_NAME)
                        && sound
                            .findLatest(target)
                            .stored()
                            .exists(stored -> !stored.target().equals(target))
                    ? Sight.absent(target)
                    : sound.findLatest(target))
        .toList();
  }

  @Override
  public Sight findLatest(Target target) {
    return sound.findLatest(target);
  }

  @Override
  public void scan(CollectionName collection, boolean onlyHeld, Consumer<Sight> consumer) {
    sound.scan(
        collection,
        onlyHeld,
        sight -> {
          boolean isForgotten =
              onlyHeld
                  && is(Fault.FORGETS_BOUNDS_IN_SCANS)
                  && sight.stored().get().holds().isEmpty();
          if (!isForgotten) {
            consumer.accept(sight);
          }
        });
  }

  @Override
  public List<CollectionName> collections() {
    return is(Fault.FORGETS_COLLECTIONS) ? List.of() : sound.collections();
  }
}
