package io.twophase.guice;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Scopes;
import com.google.inject.Singleton;
import com.google.inject.multibindings.OptionalBinder;
import io.twophase.app.Accounts;
import io.twophase.app.Transactions;
import io.twophase.app.Transfers;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.audit.Audit;
import io.twophase.app.compensation.Compensation;
import io.twophase.app.reading.DocumentReader;
import io.twophase.app.recovery.Recovery;
import io.twophase.app.runtime.RandomIds;
import io.twophase.app.runtime.ThreadPause;
import io.twophase.app.sweep.Scrub;
import io.twophase.domain.participant.Home;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.AccountsThenDocuments;
import io.twophase.ports.CallLimit;
import io.twophase.ports.CallerContext;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.IdSource;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.ParticipantRepository;
import io.twophase.ports.Pause;
import io.twophase.ports.TransactionRepository;
import java.util.Optional;

/**
 * Binds the use cases: {@link Accounts}, {@link Transfers}, {@link Transactions}, {@link
 * Compensation}, {@link Recovery}, {@link Scrub} and {@link Audit}. A store module binds the
 * repositories beside it; those of owners and of documents may be left out. Where a {@link
 * ParticipantRepository} is bound, it holds, settles and releases: who replaces the accounts or the
 * documents replaces it too. {@link IdSource} and {@link Pause} are bound to random ids and real
 * sleep; a test overrides them. A {@link CallerContext} is used where one is bound.
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
    OptionalBinder.newOptionalBinder(binder(), OwnerRepository.class);
    OptionalBinder.newOptionalBinder(binder(), DocumentRepository.class);
    OptionalBinder.newOptionalBinder(binder(), Home.class);
    OptionalBinder.newOptionalBinder(binder(), ParticipantRepository.class);
    OptionalBinder.newOptionalBinder(binder(), CallLimit.class);
    OptionalBinder.newOptionalBinder(binder(), CallerContext.class);
  }

  @Provides
  @Singleton
  TwoPhase twoPhase(
      AccountRepository accounts,
      TransactionRepository transactions,
      Optional<OwnerRepository> owners,
      Optional<DocumentRepository> documents,
      Optional<Home> home,
      Optional<ParticipantRepository> participants,
      Optional<CallLimit> callLimit,
      Optional<CallerContext> callerContext,
      IdSource ids,
      Pause pause) {
    TwoPhase.Builder builder = TwoPhase.over(accounts, transactions);
    owners.ifPresent(builder::owners);
    callLimit.ifPresent(builder::callLimit);
    callerContext.ifPresent(builder::callerContext);
    if (documents.isPresent() && home.isPresent()) {
      builder.documents(
          documents.get(),
          home.get(),
          participants.orElseGet(() -> AccountsThenDocuments.of(accounts, documents.get())));
    }
    return builder.settings(settings).ids(ids).pause(pause).build();
  }

  /** What reads documents as decided; only where a store with documents is bound. */
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
