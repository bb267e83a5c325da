package io.twophase.adapter.inmemory;

import io.twophase.domain.AccountId;
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
import io.vavr.control.Option;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
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
                    ? Either.right(Option.some(Account.open(opening)))
                    : Either.left(opened(account(there.get()).get().opening(), opening)))
        .fold(there -> there, opened -> new OpenOutcome.Opened());
  }

  private static OpenOutcome opened(Opening before, Opening asked) {
    return before.equals(asked)
        ? new OpenOutcome.AlreadyOpen()
        : new OpenOutcome.Refused(new OpeningRefusal.OpenedDifferently(before));
  }

  private static Option<Account> account(Stored stored) {
    return stored.fold(Option::some, document -> Option.none());
  }

  @Override
  public StatusOutcome change(AccountId id, StatusChange change) {
    return targets
        .<StatusRefusal>change(
            new Target.OfAccount(id),
            there ->
                there
                    .flatMap(InMemoryAccounts::account)
                    .<StatusRefusal>toEither(() -> new StatusRefusal.NotFound(id))
                    .flatMap(account -> account.change(change))
                    .map(Option::some))
        .fold(
            StatusOutcome.Refused::new,
            after -> new StatusOutcome.Changed(after.flatMap(InMemoryAccounts::account).get()));
  }

  @Override
  public List<PeriodName> periods(Option<PeriodName> after) {
    Stream<PeriodName> names =
        targets.all(Period.COLLECTION).stream()
            .flatMap(stored -> document(stored).toJavaStream())
            .filter(document -> document.fields().has(Period.OPEN))
            .flatMap(document -> Period.name(document.ref()).toJavaStream());
    return names
        .filter(name -> after.forAll(last -> name.compareTo(last) > 0))
        .sorted()
        .limit(MOST_AT_ONCE)
        .toList();
  }

  private static Option<Document> document(Stored stored) {
    return stored.fold(account -> Option.none(), Option::some);
  }

  @Override
  public MatchOutcome changePeriod(PeriodName period, PostingsChange change, Option<String> why) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return targets
        .change(
            new Target.OfDocument(Period.document(period)),
            there ->
                there
                    .flatMap(InMemoryAccounts::document)
                    .filter(document -> !document.placeholder())
                    .flatMap(
                        document ->
                            change.of(document.fields(), now, why).map(document::withFields))
                    .<Option<Stored>>map(Option::some)
                    .toEither(MatchOutcome.NOT_MATCHED))
        .fold(refusal -> refusal, after -> MatchOutcome.MATCHED);
  }
}
