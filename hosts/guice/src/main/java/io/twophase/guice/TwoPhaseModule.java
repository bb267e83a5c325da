package io.twophase.guice;

import com.google.inject.AbstractModule;
import com.google.inject.Provider;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.OptionalBinder;
import io.twophase.Accounts;
import io.twophase.OperatorActions;
import io.twophase.Transactions;
import io.twophase.Transfers;
import io.twophase.TwoPhase;
import io.twophase.app.audit.Audit;
import io.twophase.app.authorization.Authorizations;
import io.twophase.app.authorization.Compensation;
import io.twophase.app.event.Events;
import io.twophase.app.event.Evidence;
import io.twophase.app.function.Functions;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.Retention;
import io.twophase.app.recovery.Scrub;
import io.twophase.app.statement.DocumentReader;
import io.twophase.app.statement.Periods;
import io.twophase.app.statement.Statements;
import io.twophase.ports.CallerContext;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Binds one {@link TwoPhase} and all of its use cases, from {@link Accounts} to {@link
 * OperatorActions}. The store is opened with the first of them that is injected. The host closes
 * the {@link TwoPhase}. A {@link CallerContext} is used where one is bound.
 */
public final class TwoPhaseModule extends AbstractModule {

  private final TwoPhase.Builder builder;

  /** Opens a store, and begins recovery, as {@link TwoPhase#open(String, String)} does. */
  public TwoPhaseModule(String uri, String application) {
    this(TwoPhase.at(uri).settings(TwoPhase.settings(application)));
  }

  /** Builds it with all that the host decides: of {@link TwoPhase#at} or {@link TwoPhase#over}. */
  public TwoPhaseModule(TwoPhase.Builder builder) {
    this.builder = Objects.requireNonNull(builder, "builder");
  }

  @Override
  protected void configure() {
    OptionalBinder.newOptionalBinder(binder(), CallerContext.class);
    useCase(Accounts.class, TwoPhase::accounts);
    useCase(Transfers.class, TwoPhase::transfers);
    useCase(Transactions.class, TwoPhase::transactions);
    useCase(DocumentReader.class, TwoPhase::documents);
    useCase(Compensation.class, TwoPhase::compensation);
    useCase(Authorizations.class, TwoPhase::authorizations);
    useCase(Events.class, TwoPhase::events);
    useCase(Evidence.class, TwoPhase::evidence);
    useCase(Recovery.class, TwoPhase::recovery);
    useCase(Scrub.class, TwoPhase::scrub);
    useCase(Audit.class, TwoPhase::audit);
    useCase(Statements.class, TwoPhase::statements);
    useCase(Functions.class, TwoPhase::functions);
    useCase(Periods.class, TwoPhase::periods);
    useCase(Retention.class, TwoPhase::retention);
    useCase(OperatorActions.class, TwoPhase::actions);
  }

  private <T> void useCase(Class<T> type, Function<TwoPhase, T> of) {
    Provider<TwoPhase> twoPhase = getProvider(TwoPhase.class);
    bind(type).toProvider(() -> of.apply(twoPhase.get()));
  }

  @Provides
  @Singleton
  TwoPhase twoPhase(Optional<CallerContext> callerContext) {
    callerContext.ifPresent(builder::callerContext);
    return builder.build();
  }
}
