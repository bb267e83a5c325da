package io.twophase.guice;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Scopes;
import com.google.inject.Singleton;
import com.google.inject.multibindings.OptionalBinder;
import io.twophase.Accounts;
import io.twophase.Transactions;
import io.twophase.Transfers;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseSettings;
import io.twophase.app.audit.Audit;
import io.twophase.app.authorization.Compensation;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.recovery.Scrub;
import io.twophase.app.runtime.RandomIds;
import io.twophase.app.runtime.ThreadPause;
import io.twophase.app.statement.DocumentReader;
import io.twophase.ports.CallerContext;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import java.util.Optional;

/**
 * Binds the use cases: {@link Accounts}, {@link Transfers}, {@link Transactions}, {@link
 * DocumentReader}, {@link Compensation}, {@link Recovery}, {@link Scrub} and {@link Audit}. A store
 * module binds the {@link Store} beside it. {@link IdSource} and {@link Pause} are bound to random
 * ids and real sleep; a test overrides them. A {@link CallerContext} is used where one is bound.
 */
public final class TwoPhaseModule extends AbstractModule {

  private final TwoPhaseSettings settings;

  /** With what the host decides. */
  public TwoPhaseModule(TwoPhaseSettings settings) {
    this.settings = settings;
  }

  @Override
  protected void configure() {
    bind(IdSource.class).to(RandomIds.class).in(Scopes.SINGLETON);
    bind(Pause.class).to(ThreadPause.class).in(Scopes.SINGLETON);
    OptionalBinder.newOptionalBinder(binder(), CallerContext.class);
  }

  @Provides
  @Singleton
  TwoPhase twoPhase(Store store, Optional<CallerContext> callerContext, IdSource ids, Pause pause) {
    TwoPhase.Builder builder = TwoPhase.over(store).settings(settings).ids(ids).pause(pause);
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
