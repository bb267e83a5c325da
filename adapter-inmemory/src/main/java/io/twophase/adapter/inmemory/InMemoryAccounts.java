package io.twophase.adapter.inmemory;

import io.twophase.domain.AccountId;
import io.twophase.domain.Eithers;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.Period;
import io.twophase.domain.account.PostingsChange;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Target;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.ports.Accounts;
import io.vavr.control.Either;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The accounts and the accounting periods among the targets in memory. */
final class InMemoryAccounts implements Accounts {

  private final InMemoryHolds targets;
  private final CollectionName collection;
  private final InstantSource clock;

  InMemoryAccounts(InMemoryHolds targets, CollectionName collection, InstantSource clock) {
    this.targets = targets;
    this.collection = collection;
    this.clock = clock;
  }

  @Override
  public CollectionName collection() {
    return collection;
  }

  @Override
  public List<OpenOutcome> open(List<Opening> openings) {
    List<OpenOutcome> outcomes = new ArrayList<>(openings.size());
    for (Opening opening : openings) {
      outcomes.add(open(opening));
    }
    return outcomes;
  }

  private OpenOutcome open(Opening opening) {
    return targets
        .<OpenOutcome>change(
            new Target.OfAccount(opening.id()),
            there ->
                there.isEmpty()
                    ? Either.right(Optional.of(Account.open(opening)))
                    : Either.left(
                        opened(account(there.orElseThrow()).orElseThrow().opening(), opening)))
        .fold(there -> there, opened -> new OpenOutcome.Opened());
  }

  private static OpenOutcome opened(Opening before, Opening asked) {
    return before.equals(asked)
        ? new OpenOutcome.AlreadyOpen()
        : new OpenOutcome.Refused(new OpeningRefusal.OpenedDifferently(before));
  }

  private static Optional<Account> account(Stored stored) {
    return stored.fold(Optional::of, document -> Optional.empty());
  }

  @Override
  public StatusOutcome change(AccountId id, StatusChange change) {
    return targets
        .<StatusRefusal>change(
            new Target.OfAccount(id),
            there ->
                Eithers.<StatusRefusal, Account>of(
                        there.flatMap(InMemoryAccounts::account),
                        () -> new StatusRefusal.NotFound(id))
                    .flatMap(account -> account.change(change))
                    .map(Optional::of))
        .fold(
            StatusOutcome.Refused::new,
            after ->
                new StatusOutcome.Changed(after.flatMap(InMemoryAccounts::account).orElseThrow()));
  }

  @Override
  public List<PeriodName> periods(Optional<PeriodName> after) {
    Stream<PeriodName> names =
        targets.all(Period.COLLECTION).stream()
            .flatMap(stored -> document(stored).stream())
            .filter(document -> document.fields().has(Period.OPEN))
            .flatMap(document -> Period.name(document.ref()).stream());
    return names
        .filter(name -> after.map(last -> name.compareTo(last) > 0).orElse(true))
        .sorted()
        .limit(MOST_AT_ONCE)
        .toList();
  }

  private static Optional<Document> document(Stored stored) {
    return stored.fold(account -> Optional.empty(), Optional::of);
  }

  @Override
  public MatchOutcome changePeriod(PeriodName period, PostingsChange change, Optional<String> why) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return targets
        .change(
            new Target.OfDocument(Period.document(period)),
            there ->
                Eithers.<MatchOutcome, Stored>of(
                        there
                            .flatMap(InMemoryAccounts::document)
                            .filter(document -> !document.placeholder())
                            .flatMap(
                                document ->
                                    change
                                        .of(document.fields(), now, why)
                                        .map(document::withFields)),
                        () -> MatchOutcome.NOT_MATCHED)
                    .map(Optional::of))
        .fold(refusal -> refusal, after -> MatchOutcome.MATCHED);
  }
}
