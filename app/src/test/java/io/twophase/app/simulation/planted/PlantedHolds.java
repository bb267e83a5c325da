package io.twophase.app.simulation.planted;

import io.twophase.domain.Epoch;
import io.twophase.domain.document.Home;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Holds;
import io.twophase.test.forwarding.ForwardingHolds;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Holds with a planted fault. */
public final class PlantedHolds extends ForwardingHolds {

  private static final int FORGOTTEN = 200;

  /** The faults. */
  public enum Fault {
    /** Settles what is held, at whatever epoch. */
    UNFENCED_SETTLE,
    /** Settles all that is held, whatever was captured of it. */
    SETTLE_IN_FULL,
    /** Of some holds it says that they are placed, and places nothing. */
    FORGOTTEN_HOLD,
    /** Of as much as there is, holds less than that. */
    MEAN_HOLD,
    /** A document is checked, and not held: so nothing waits for who has checked it. */
    FORGOTTEN_CHECK,
    /** Who changes a document does not wait for those who have checked it. */
    HASTY_CLOSING
  }

  private final Fault fault;
  private int places;

  private PlantedHolds(Holds sound, Fault fault) {
    super(sound);
    this.fault = fault;
  }

  /** Plants a fault. */
  public static UnaryOperator<Holds> with(Fault fault) {
    return sound -> new PlantedHolds(sound, fault);
  }

  private boolean is(Fault other) {
    return fault == other;
  }

  @Override
  public List<Answer> place(List<Placing> asked) {
    List<Answer> answers = new ArrayList<>();
    for (Placing placing : asked) {
      boolean isForgotten =
          is(Fault.FORGOTTEN_HOLD) && isRange(placing) && ++places % FORGOTTEN == 0;
      answers.add(
          isForgotten
              ? Answer.held(Hold.of(new Home("memory"), placing))
              : super.place(List.of(otherwise(placing))).get(0));
      if (is(Fault.FORGOTTEN_CHECK) && operation(placing).exists(CheckDocument.class::isInstance)) {
        answers.get(answers.size() - 1).hold().forEach(hold -> drop(placing, hold));
      }
    }
    return answers;
  }

  private static boolean isRange(Placing placing) {
    return operation(placing).isEmpty();
  }

  private static Option<DocumentOperation> operation(Placing placing) {
    return placing
        .claim()
        .fold(range -> Option.none(), document -> Option.some(document.operation()));
  }

  private Placing otherwise(Placing asked) {
    if (is(Fault.HASTY_CLOSING) && operation(asked).exists(ChangeDocument.class::isInstance)) {
      Target target = asked.claim().target();
      findLatest(target).stored().map(Stored::holds).getOrElse(List.of()).stream()
          .filter(hold -> hold.mode() == HoldMode.SHARED)
          .forEach(hold -> drop(asked, hold));
    }
    return is(Fault.MEAN_HOLD)
        ? new Placing(
            asked.record(),
            asked.epoch(),
            asked.claim().<Claim>fold(PlantedHolds::mean, document -> document))
        : asked;
  }

  private static Claim.OfRange mean(Claim.OfRange claim) {
    Range range = claim.range();
    return claim.open() && range.had().isDefined() && range.debit() > 1
        ? claim.of(Range.whole(range.debit() / 2, range.credit()))
        : claim;
  }

  private void drop(Placing placing, Hold hold) {
    var unused = super.end(List.of(Ending.of(placing.claim().target(), hold)));
  }

  @Override
  public List<MatchOutcome> end(List<Ending> asked) {
    return super.end(asked.stream().map(this::otherwise).toList());
  }

  private Ending otherwise(Ending asked) {
    boolean isRange = asked.claim().exists(claim -> claim.mode() == HoldMode.ESCROW);
    if (!asked.happens() || !isRange) {
      return asked;
    }
    return switch (fault) {
      case UNFENCED_SETTLE -> with(asked, Option.none(), asked.net());
      case SETTLE_IN_FULL -> with(asked, asked.at(), inFull(asked));
      default -> asked;
    };
  }

  private static long inFull(Ending asked) {
    return asked.record().isOfMany()
        ? asked.net()
        : asked
            .claim()
            .get()
            .<Long>fold(
                claim -> claim.range().credit() - claim.range().debit(), document -> asked.net());
  }

  private static Ending with(Ending asked, Option<Epoch> at, long net) {
    return new Ending(
        asked.target(), asked.record(), asked.claim(), at, asked.happens(), net, asked.known());
  }
}
