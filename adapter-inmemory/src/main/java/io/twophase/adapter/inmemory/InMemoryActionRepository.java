package io.twophase.adapter.inmemory;

import io.twophase.domain.ActionId;
import io.twophase.domain.action.ActionOutcome;
import io.twophase.domain.action.ActionSubject;
import io.twophase.domain.action.LoggedAction;
import io.twophase.domain.action.OperatorAction;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.ActionRepository;
import io.vavr.control.Either;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The actions in a concurrent map. Nothing here is ever in doubt, unreachable or unreadable. */
final class InMemoryActionRepository implements ActionRepository {

  private static final Comparator<LoggedAction> NEWEST_FIRST =
      Comparator.comparing(LoggedAction::begunAt)
          .reversed()
          .thenComparing(logged -> logged.action().id());

  private final InstantSource clock;
  private final ConcurrentMap<ActionId, LoggedAction> actions = new ConcurrentHashMap<>();

  InMemoryActionRepository(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public BeginOutcome begin(OperatorAction action) {
    return actions.putIfAbsent(action.id(), LoggedAction.begun(action, now())) == null
        ? BeginOutcome.BEGUN
        : BeginOutcome.ID_TAKEN;
  }

  @Override
  public MatchOutcome finish(ActionId id, ActionOutcome outcome) {
    LoggedAction before = actions.get(id);
    return before != null
            && before.outcome().isEmpty()
            && actions.replace(
                id,
                before,
                new LoggedAction(
                    before.action(), before.begunAt(), Optional.of(outcome), Optional.of(now())))
        ? MatchOutcome.MATCHED
        : MatchOutcome.NOT_MATCHED;
  }

  @Override
  public Optional<Either<String, LoggedAction>> find(ActionId id) {
    return Optional.ofNullable(actions.get(id)).map(Either::right);
  }

  @Override
  public List<Either<String, LoggedAction>> latest(
      Optional<ActionSubject> subject, Optional<LoggedAction> after, int limit) {
    ActionRepository.checkPage(limit);
    return actions.values().stream()
        .filter(logged -> subject.map(logged.action().subject()::equals).orElse(true))
        .filter(logged -> after.map(shown -> NEWEST_FIRST.compare(logged, shown) > 0).orElse(true))
        .sorted(NEWEST_FIRST)
        .limit(limit)
        .<Either<String, LoggedAction>>map(Either::right)
        .toList();
  }

  /** To the millisecond, as a database keeps it. */
  private Instant now() {
    return Instant.ofEpochMilli(clock.millis());
  }
}
