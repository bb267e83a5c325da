package io.twophase.app;

import io.twophase.app.deadline.Deadlines;
import io.twophase.app.engine.Documents;
import io.twophase.app.engine.Repositories;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.AccountsThenDocuments;
import io.twophase.ports.AtomicBatches;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.ParticipantRepository;
import io.twophase.ports.PeriodRepository;
import io.twophase.ports.RangeRepository;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;

/** All that a process works on, within the deadlines of its callers. */
final class BoundedRepositories {

  private BoundedRepositories() {}

  static Repositories of(Repositories all, Deadlines deadlines) {
    AccountRepository accounts = deadlines.port(AccountRepository.class, all.accounts());
    Option<Documents> documents =
        all.documents()
            .map(
                there ->
                    new Documents(
                        deadlines.port(DocumentRepository.class, there.repository()),
                        there.home()));
    return new Repositories(
        accounts,
        deadlines.port(TransactionRepository.class, all.transactions()),
        documents,
        participants(all, deadlines, accounts, documents),
        all.batches()
            .map(
                there ->
                    new Batches(
                        deadlines.port(RangeRepository.class, there.ranges()),
                        deadlines.port(BatchRepository.class, there.records()))),
        all.atomicBatches().map(there -> deadlines.port(AtomicBatches.class, there)),
        all.events().map(there -> deadlines.port(EventRepository.class, there)),
        all.periods().map(there -> deadlines.port(PeriodRepository.class, there)),
        all.carried().map(there -> deadlines.port(CarriedBalanceRepository.class, there)));
  }

  /** What is two calls may be late at the second. */
  private static ParticipantRepository participants(
      Repositories all,
      Deadlines deadlines,
      AccountRepository accounts,
      Option<Documents> documents) {
    if (!(all.participants() instanceof AccountsThenDocuments)) {
      return deadlines.port(ParticipantRepository.class, all.participants());
    }
    return documents
        .map(there -> AccountsThenDocuments.of(accounts, there.repository()))
        .getOrElse(() -> AccountsThenDocuments.ofAccounts(accounts));
  }
}
