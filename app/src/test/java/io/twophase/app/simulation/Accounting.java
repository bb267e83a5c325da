package io.twophase.app.simulation;

import io.twophase.TwoPhase;
import io.twophase.app.simulation.audit.PeriodWatch;
import io.twophase.app.simulation.audit.PeriodWatch.Asked;
import io.twophase.app.simulation.audit.PeriodWatch.Wanted;
import io.twophase.app.simulation.audit.Violation;
import io.twophase.app.simulation.world.World;
import io.twophase.app.statement.PeriodOutcome;
import io.twophase.app.statement.Periods;
import io.twophase.domain.PeriodName;
import java.util.List;
import java.util.Random;

/** What is asked of accounting periods: that they are opened, closed and reopened. */
final class Accounting {

  private static final int MOST_TRIES = 3;

  private final List<PeriodName> periods;
  private final Random random;
  private final PeriodWatch watch;

  Accounting(World world) {
    this.periods = world.periods();
    this.random = world.random();
    this.watch = world.auditor().periods();
  }

  /** The first of them, if there are any, is there from the beginning. */
  void begin(TwoPhase calm) {
    periods.stream().limit(1).forEach(period -> demandChanged(calm, period, Wanted.OPEN));
  }

  /** Asks for something. */
  void act(TwoPhase twoPhase) {
    PeriodName period = periods.get(random.nextInt(periods.size()));
    int chance = random.nextInt(10);
    if (chance < 2) {
      ask(twoPhase, period, Wanted.OPEN);
    } else if (chance < 6) {
      ask(twoPhase, period, Wanted.REOPEN);
    } else {
      close(twoPhase, period);
    }
  }

  /** And again, if it was not done. */
  private void close(TwoPhase twoPhase, PeriodName period) {
    boolean isDone = false;
    for (int tries = 1 + random.nextInt(MOST_TRIES); tries > 0 && !isDone; tries--) {
      PeriodOutcome outcome = ask(twoPhase, period, Wanted.CLOSE);
      isDone = outcome.fold(changed -> true, waits -> false, refused -> true, unknown -> false);
    }
  }

  /** In a calm network, with nothing under way, each is closed; some are reopened. */
  void askAgain(TwoPhase calm) {
    for (PeriodName period : periods) {
      if (ask(calm, period, Wanted.OPEN) instanceof PeriodOutcome.Unknown unknown) {
        throw new Violation("in a calm network: " + unknown);
      }
      demandChanged(calm, period, Wanted.CLOSE);
      if (random.nextBoolean()) {
        demandChanged(calm, period, Wanted.REOPEN);
      }
    }
  }

  private void demandChanged(TwoPhase calm, PeriodName period, Wanted wanted) {
    PeriodOutcome outcome = ask(calm, period, wanted);
    if (!(outcome instanceof PeriodOutcome.Changed)) {
      throw new Violation("in a calm network, asked to " + wanted + ": " + outcome);
    }
  }

  private PeriodOutcome ask(TwoPhase twoPhase, PeriodName period, Wanted wanted) {
    Asked asked = watch.asks(period, wanted);
    Periods of = twoPhase.periods();
    PeriodOutcome outcome =
        switch (wanted) {
          case OPEN -> of.open(period, asked.reason());
          case CLOSE -> of.close(period, asked.reason());
          case REOPEN -> of.reopen(period, asked.reason());
        };
    watch.answered(asked, outcome);
    return outcome;
  }
}
