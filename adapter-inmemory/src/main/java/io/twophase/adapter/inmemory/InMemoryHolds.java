package io.twophase.adapter.inmemory;

import io.twophase.domain.AccountId;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.AccountFields;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.Period;
import io.twophase.domain.account.PostingsChange;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.ports.Accounts;
import io.twophase.ports.Holds;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The accounts and the documents of all collections in a concurrent map. Each change is one step on
 * one target, as {@link HoldRules} say. Nothing here is ever in doubt, unreachable or unreadable.
 */
public final class InMemoryHolds implements Holds {

  /** A function of {@link HoldRules}: the target after a change, or why there is none. */
  interface Rule<L> extends Function<Optional<Stored>, Either<L, Optional<Stored>>> {}

  private final HoldRules rules;
  private final ConcurrentMap<Target, Stored> targets = new ConcurrentHashMap<>();
  private final Set<CollectionName> collections = new ConcurrentSkipListSet<>();

  /** Nothing is stored yet. */
  public InMemoryHolds(HoldRules rules) {
    this.rules = rules;
  }

  /** The accounts among the targets, and the accounting periods by that clock. */
  public Accounts accounts(InstantSource clock) {
    return new InMemoryAccounts(this, rules.accounts(), clock);
  }

  /**
   * Stores a document as a host does that writes outside of transactions: it has no fields of the
   * protocol then. An account that is there is given the fields as its own.
   *
   * @throws IllegalArgumentException if a field has the name {@code _id}, or that of one of the
   *     protocol's or of an account's own, there is a document of that id, or no such account
   */
  public void store(DocumentRef document, Fields fields) {
    boolean ofAccount = document.collection().equals(rules.accounts());
    for (Field field : fields.all()) {
      String name = field.name();
      if (name.equals(Names.ID)
          || Names.isReserved(name)
          || (ofAccount && !AccountFields.isOwn(name))) {
        throw new IllegalArgumentException(document + ": no host writes the field " + name);
      }
    }
    Either<String, Optional<Stored>> made =
        change(
            rules.stored(new Target.OfDocument(document)),
            there ->
                ofAccount == there.isEmpty()
                    ? Either.left(
                        document
                            + (ofAccount
                                ? " would be an account: open it as one"
                                : " is there already"))
                    : Either.right(Optional.of(stored(document, there, fields))));
    if (made.isLeft()) {
      throw new IllegalArgumentException(made.getLeft());
    }
  }

  private static Stored stored(DocumentRef document, Optional<Stored> there, Fields fields) {
    return there
        .map(
            stored ->
                stored.<Stored>fold(
                    account ->
                        new Account(
                            account.opening(),
                            account.bounds(),
                            account.status(),
                            account.holds(),
                            fields),
                    of -> of))
        .orElseGet(() -> Document.of(document, fields));
  }

  @Override
  public List<Answer> place(List<Placing> asked) {
    asked.forEach(
        placing ->
            placing
                .claim()
                .target()
                .fold(account -> false, document -> collections.add(document.collection())));
    return each(
        asked,
        placing ->
            this.<Answer>change(
                    placing.claim().target(),
                    there -> rules.place(there, placing).map(Optional::of))
                .fold(answer -> answer, after -> Answer.held(last(after.orElseThrow()))));
  }

  /** The hold that was placed last. */
  private static Hold last(Stored stored) {
    return stored.holds().get(stored.holds().size() - 1);
  }

  @Override
  public List<MatchOutcome> stamp(List<Stamping> asked) {
    return each(
        asked,
        stamping ->
            match(
                stamping.target(),
                there -> Option.ofOptional(rules.stamp(there, stamping)).map(Optional::of)));
  }

  @Override
  public List<MatchOutcome> end(List<Ending> asked) {
    return each(
        asked,
        ending -> match(ending.target(), there -> Option.ofOptional(rules.end(there, ending))));
  }

  /** Makes the change that the rule states; there is no match if it states none. */
  private MatchOutcome match(
      Target target, Function<Optional<Stored>, Option<Optional<Stored>>> rule) {
    return this.<MatchOutcome>change(
            target, there -> rule.apply(there).toEither(() -> MatchOutcome.NOT_MATCHED))
        .fold(refusal -> refusal, after -> MatchOutcome.MATCHED);
  }

  /**
   * Makes the rule's change in one step that nothing comes between; or answers why there is none.
   */
  <L> Either<L, Optional<Stored>> change(Target target, Rule<L> rule) {
    AtomicReference<Either<L, Optional<Stored>>> made = new AtomicReference<>();
    targets.compute(
        rules.stored(target),
        (key, before) -> {
          Either<L, Optional<Stored>> after = rule.apply(Optional.ofNullable(before));
          made.set(after);
          return after.isLeft() ? before : after.get().orElse(null);
        });
    return Objects.requireNonNull(made.get());
  }

  @Override
  public List<Sight> find(List<Target> wanted) {
    return each(wanted, this::findLatest);
  }

  /** The store has one copy of each target, so every read shows the latest. */
  @Override
  public Sight findLatest(Target target) {
    return Optional.ofNullable(targets.get(rules.stored(target)))
        .map(Sight::found)
        .orElseGet(() -> Sight.absent(target));
  }

  @Override
  public void scan(CollectionName collection, boolean onlyHeld, Consumer<Sight> consumer) {
    all(collection).stream()
        .filter(stored -> !onlyHeld || isMarked(stored))
        .forEach(stored -> consumer.accept(Sight.found(stored)));
  }

  private static boolean isMarked(Stored stored) {
    return !stored.holds().isEmpty()
        || stored.fold(account -> false, document -> !document.escrow().isEmpty());
  }

  /** The accounts in the order of their ids, or the documents of a collection in no order. */
  List<Stored> all(CollectionName collection) {
    return collection.equals(rules.accounts())
        ? List.copyOf(all(Account.class).sorted(Comparator.comparing(Account::id)).toList())
        : List.copyOf(
            all(Document.class)
                .filter(document -> document.ref().collection().equals(collection))
                .toList());
  }

  private <T extends Stored> Stream<T> all(Class<T> kind) {
    return targets.values().stream().filter(kind::isInstance).map(kind::cast);
  }

  @Override
  public List<DocumentRef> select(CollectionName collection, List<Guard> guards, int most) {
    return all(collection).stream()
        .filter(stored -> !stored.isPlaceholder())
        .filter(stored -> guards.stream().allMatch(guard -> guard.holds(stored.fields())))
        .map(
            stored ->
                stored
                    .target()
                    .<DocumentRef>fold(
                        account -> collection.document(account.value()), document -> document))
        .limit(most)
        .toList();
  }

  @Override
  public List<CollectionName> collections() {
    return List.copyOf(collections);
  }

  /** One answer for each, in their order: the answers of a call of one cost no stream. */
  static <T, R> List<R> each(List<T> all, Function<T, R> ask) {
    List<R> answers = new ArrayList<>(all.size());
    for (T one : all) {
      answers.add(ask.apply(one));
    }
    return answers;
  }

  /** The accounts and the accounting periods among the targets in memory. */
  private record InMemoryAccounts(
      InMemoryHolds targets, CollectionName collection, InstantSource clock) implements Accounts {

    @Override
    public List<OpenOutcome> open(List<Opening> openings) {
      return each(openings, this::open);
    }

    private OpenOutcome open(Opening opening) {
      return targets
          .<OpenOutcome>change(
              new Target.OfAccount(opening.id()),
              there ->
                  there.isEmpty()
                      ? Either.right(Optional.of(Account.open(opening)))
                      : Either.left(
                          opened(there.flatMap(Stored::account).orElseThrow().opening(), opening)))
          .fold(there -> there, opened -> new OpenOutcome.Opened());
    }

    private static OpenOutcome opened(Opening before, Opening asked) {
      return before.equals(asked)
          ? new OpenOutcome.AlreadyOpen()
          : new OpenOutcome.Refused(new OpeningRefusal.OpenedDifferently(before));
    }

    @Override
    public StatusOutcome change(AccountId id, StatusChange change) {
      return targets
          .<StatusRefusal>change(
              new Target.OfAccount(id),
              there ->
                  Option.ofOptional(there.flatMap(Stored::account))
                      .<StatusRefusal>toEither(() -> new StatusRefusal.NotFound(id))
                      .flatMap(account -> account.change(change))
                      .map(Optional::of))
          .fold(
              StatusOutcome.Refused::new,
              after -> new StatusOutcome.Changed(after.flatMap(Stored::account).orElseThrow()));
    }

    @Override
    public List<PeriodName> periods(Optional<PeriodName> after) {
      Stream<PeriodName> names =
          targets.all(Period.COLLECTION).stream()
              .flatMap(stored -> stored.document().stream())
              .filter(document -> document.fields().has(Period.OPEN))
              .flatMap(document -> Period.name(document.ref()).stream());
      return names
          .filter(name -> after.map(last -> name.compareTo(last) > 0).orElse(true))
          .sorted()
          .limit(MOST_AT_ONCE)
          .toList();
    }

    @Override
    public MatchOutcome changePeriod(
        PeriodName period, PostingsChange change, Optional<String> why) {
      return targets.match(
          new Target.OfDocument(Period.document(period)),
          there ->
              Option.ofOptional(
                      there
                          .flatMap(Stored::document)
                          .flatMap(
                              document ->
                                  change
                                      .of(document.fields(), clock.instant(), why)
                                      .map(document::withFields)))
                  .map(Optional::of));
    }
  }
}
