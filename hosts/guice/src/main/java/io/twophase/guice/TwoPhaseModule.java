package io.twophase.guice;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.multibindings.OptionalBinder;
import io.twophase.Accounts;
import io.twophase.Transactions;
import io.twophase.Transfers;
import io.twophase.TwoPhase;
import io.twophase.app.audit.Audit;
import io.twophase.app.authorization.Compensation;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.Scrub;
import io.twophase.app.statement.DocumentReader;
import io.twophase.ports.CallerContext;
import java.util.Objects;
import java.util.Optional;

/**
 * Binds one {@link TwoPhase} and its use cases: {@link Accounts}, {@link Transfers}, {@link
 * Transactions}, {@link DocumentReader}, {@link Compensation}, {@link Recovery}, {@link Scrub} and
 * {@link Audit}. The store is opened with the first of them that is injected. The host closes the
 * {@link TwoPhase}. A {@link CallerContext} is used where one is bound.
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
  }

  @Provides
  @Singleton
  TwoPhase twoPhase(Optional<CallerContext> callerContext) {
    callerContext.ifPresent(builder::callerContext);
    return builder.build();
  }

  @Provides
  DocumentReader documents(TwoPhase twoPhase) {
    return twoPhase.documents();
  }

  @Provides
  Accounts accounts(TwoPhase twoPhase) {
    return twoPhase.accounts();
  }

  @Provides
  Transfers transfers(TwoPhase twoPhase) {
    return twoPhase.transfers();
  }

  @Provides
  Transactions transactions(TwoPhase twoPhase) {
    return twoPhase.transactions();
  }

  @Provides
  Compensation compensation(TwoPhase twoPhase) {
    return twoPhase.compensation();
  }

  @Provides
  Recovery recovery(TwoPhase twoPhase) {
    return twoPhase.recovery();
  }

  @Provides
  Scrub scrub(TwoPhase twoPhase) {
    return twoPhase.scrub();
  }

  @Provides
  Audit audit(TwoPhase twoPhase) {
    return twoPhase.audit();
  }
}
