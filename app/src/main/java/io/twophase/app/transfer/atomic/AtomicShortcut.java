package io.twophase.app.transfer.atomic;

import io.twophase.app.engine.EngineListener;
import io.twophase.app.engine.ProtocolStep;
import io.twophase.app.engine.StepCall;
import io.twophase.app.transfer.Order;
import io.twophase.domain.atomic.AtomicOutcome;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.AtomicBatches;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.IdSource;
import io.twophase.ports.NewRecord;
import io.twophase.ports.Ticker;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Tries a batch as one transaction of the store, and says which of it is decided so. The rest goes
 * by the protocol: what others contend, what is not on accounts alone, and all of it where the
 * store fails or leaves a commit in doubt. Beginning the same ids by the protocol resolves that:
 * either they are taken, and their records are the answers, or they are no longer to be had by the
 * commit. Thread-safe.
 */
public final class AtomicShortcut {

  /** How long a store is not tried again that has failed, refused or not answered. */
  static final Duration OFF = Duration.ofSeconds(1);

  private final Option<AtomicBatches> store;
  private final ApplicationName application;
  private final IdSource ids;
  private final Ticker ticker;
  private final EngineListener listener;
  private final Contention contention;
  private final AtomicReference<Duration> offUntil = new AtomicReference<>(Duration.ZERO);

  /**
   * The shortcut of a store, if it has one.
   *
   * @param application in whose name the records are
   * @param listener must not throw
   */
  public AtomicShortcut(
      Option<AtomicBatches> store,
      ApplicationName application,
      IdSource ids,
      Ticker ticker,
      EngineListener listener) {
    this.listener = listener;
    this.store = store;
    this.application = application;
    this.ids = ids;
    this.ticker = ticker;
    this.contention = new Contention(ticker);
  }

  /**
   * What came of each, in their order. In the order given, one that is left to the protocol keeps
   * with it all behind it that share an account.
   */
  public List<Attempt> run(List<NewTransaction> bodies, Order order) {
    List<NewTransaction> fit =
        store.isEmpty() || isOff() ? List.of() : bodies.stream().filter(this::fits).toList();
    boolean inOrder = order == Order.AS_GIVEN;
    if (fit.isEmpty() || (inOrder && fit.size() < bodies.size())) {
      return Collections.nCopies(bodies.size(), Attempt.LEFT);
    }
    AtomicOutcome outcome;
    try {
      outcome =
          StepCall.of(
              listener,
              ProtocolStep.SERVER_TRANSACTION,
              fit.size(),
              () -> store.get().run(fit.stream().map(this::begun).toList(), inOrder));
    } catch (DeadlinePassedException late) {
      // nothing was sent, and the protocol sends nothing either
      return Collections.nCopies(bodies.size(), Attempt.LEFT);
    }
    Iterator<Attempt> tried =
        outcome
            .fold(
                committed -> attempts(fit, committed),
                notRun -> left(fit, notRun),
                () -> doubt(fit))
            .iterator();
    Set<TransactionId> ofThose = new HashSet<>();
    fit.forEach(body -> ofThose.add(body.id()));
    return bodies.stream()
        .map(body -> ofThose.contains(body.id()) ? tried.next() : Attempt.LEFT)
        .toList();
  }

  private boolean fits(NewTransaction body) {
    return body.documentOperations().isEmpty() && !body.isAtMost() && !contention.isOn(body);
  }

  private boolean isOff() {
    return ticker.elapsed().compareTo(offUntil.get()) < 0;
  }

  private void turnOff() {
    offUntil.set(ticker.elapsed().plus(OFF));
  }

  private NewRecord.Begun begun(NewTransaction body) {
    return new NewRecord.Begun(body, application, ids.nextToken());
  }

  private static List<Attempt> attempts(
      List<NewTransaction> fit, AtomicOutcome.Committed committed) {
    List<Attempt> attempts = new ArrayList<>(fit.size());
    for (int at = 0; at < fit.size(); at++) {
      attempts.add(Attempt.of(fit.get(at).id(), committed.fates().get(at)));
    }
    return attempts;
  }

  private List<Attempt> left(List<NewTransaction> fit, AtomicOutcome.NotRun notRun) {
    if (notRun.contended()) {
      contention.met(fit);
    } else {
      turnOff();
    }
    return Collections.nCopies(fit.size(), Attempt.LEFT);
  }

  private List<Attempt> doubt(List<NewTransaction> fit) {
    turnOff();
    return Collections.nCopies(fit.size(), Attempt.IN_DOUBT);
  }
}
