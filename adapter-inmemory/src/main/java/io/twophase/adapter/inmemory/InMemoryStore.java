package io.twophase.adapter.inmemory;

import static io.twophase.adapter.inmemory.InMemoryRecords.now;

import io.twophase.domain.AccountId;
import io.twophase.domain.ActionId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.event.ActionOutcome;
import io.twophase.domain.event.ActionSubject;
import io.twophase.domain.event.LoggedAction;
import io.twophase.domain.event.OperatorAction;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Accounts;
import io.twophase.ports.ActionRepository;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.Keeping;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.vavr.control.Either;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** The repositories of one store in memory. */
public final class InMemoryStore implements Store {

  /** The name of the accounts' collection, for operations on accounts as documents. */
  public static final CollectionName ACCOUNTS = CollectionName.of("accounts");

  private static final Home HOME = new Home("memory");

  private final OwnerRepository owners;
  private final ActionRepository actions;
  private final CarriedBalanceRepository carried = new InMemoryCarriedBalanceRepository();
  private final InMemoryHolds holds;
  private final Accounts accounts;
  private final InMemoryRecords records;

  private InMemoryStore(InstantSource clock, HoldLimit limit, Keeping keeping) {
    this.owners = new InMemoryOwnerRepository(clock, new ConcurrentHashMap<>());
    this.actions = new InMemoryActionRepository(clock, new ConcurrentHashMap<>());
    this.holds = new InMemoryHolds(new HoldRules(HOME, ACCOUNTS, limit));
    this.accounts = holds.accounts(clock);
    this.records = new InMemoryRecords(clock, keeping);
  }

  /** An empty store, whose clock is {@code clock}. */
  public static InMemoryStore create(InstantSource clock) {
    return create(clock, HoldLimit.DEFAULT);
  }

  /**
   * An empty store, whose clock is {@code clock}, and whose accounts and documents have at most so
   * many holds each.
   */
  public static InMemoryStore create(InstantSource clock, HoldLimit limit) {
    return new InMemoryStore(clock, limit, Keeping.FOR_EVER);
  }

  /**
   * An empty store, whose clock is {@code clock}, and of which retention removes finished records
   * {@code after} they were finished, where each leaves a receipt for that time, if it leaves one.
   *
   * @throws IllegalArgumentException if the time {@code after} is not above zero
   */
  public static InMemoryStore keeping(
      Duration after, Optional<ReceiptPeriod> receipts, InstantSource clock) {
    if (after.isZero() || after.isNegative()) {
      throw new IllegalArgumentException("retention after " + after);
    }
    boolean areReceiptsKept = receipts.equals(Optional.of(ReceiptPeriod.FOR_EVER));
    return new InMemoryStore(
        clock, HoldLimit.DEFAULT, new Keeping(Optional.of(after), receipts, true, areReceiptsKept));
  }

  @Override
  public InMemoryHolds holds() {
    return holds;
  }

  /**
   * Stores a document as a host does that writes outside of transactions: see {@link
   * InMemoryHolds#store}.
   */
  public void store(DocumentRef document, Fields fields) {
    holds.store(document, fields);
  }

  @Override
  public Records records() {
    return records;
  }

  @Override
  public Accounts accounts() {
    return accounts;
  }

  @Override
  public EventRepository events() {
    return records.events();
  }

  @Override
  public CarriedBalanceRepository carried() {
    return carried;
  }

  @Override
  public OwnerRepository owners() {
    return owners;
  }

  @Override
  public ActionRepository actions() {
    return actions;
  }

  @Override
  public String describe() {
    return "a store in memory";
  }

  /** The one home of this store, of a name that all stores in memory have. */
  @Override
  public Home home() {
    return HOME;
  }

  /**
   * The carried balances in a concurrent map. Nothing here is ever in doubt, unreachable or
   * unreadable; and nothing is removed but by a pass.
   */
  static final class InMemoryCarriedBalanceRepository implements CarriedBalanceRepository {

    private final ConcurrentSkipListMap<AccountId, CarriedBalance> balances =
        new ConcurrentSkipListMap<>();

    @Override
    public boolean isComplete() {
      return true;
    }

    @Override
    public List<Either<String, CarriedBalance>> find(List<AccountId> accounts) {
      return accounts.stream()
          .map(
              account ->
                  Optional.ofNullable(balances.get(account)).orElse(CarriedBalance.none(account)))
          .<Either<String, CarriedBalance>>map(Either::right)
          .toList();
    }

    @Override
    public List<MatchOutcome> carry(List<CarriedBalance> changed) {
      return changed.stream().map(this::carry).toList();
    }

    private MatchOutcome carry(CarriedBalance changed) {
      AtomicBoolean isStored = new AtomicBoolean();
      balances.compute(
          changed.account(),
          (account, stored) -> {
            long changes = Optional.ofNullable(stored).map(CarriedBalance::changes).orElse(0L);
            isStored.set(changes + 1 == changed.changes());
            return isStored.get() ? changed : stored;
          });
      return MatchOutcome.of(isStored.get());
    }

    @Override
    public void scan(Consumer<Either<String, CarriedBalance>> consumer) {
      balances.values().forEach(balance -> consumer.accept(Either.right(balance)));
    }
  }

  /** The actions in a concurrent map. Nothing here is ever in doubt, unreachable or unreadable. */
  private record InMemoryActionRepository(
      InstantSource clock, ConcurrentMap<ActionId, LoggedAction> actions)
      implements ActionRepository {

    private static final Comparator<LoggedAction> NEWEST_FIRST =
        Comparator.comparing(LoggedAction::begunAt)
            .reversed()
            .thenComparing(logged -> logged.action().id());

    @Override
    public BeginOutcome begin(OperatorAction action) {
      return actions.putIfAbsent(action.id(), LoggedAction.begun(action, now(clock))) == null
          ? BeginOutcome.BEGUN
          : BeginOutcome.ID_TAKEN;
    }

    @Override
    public MatchOutcome finish(ActionId id, ActionOutcome outcome) {
      LoggedAction before = actions.get(id);
      return MatchOutcome.of(
          before != null
              && before.outcome().isEmpty()
              && actions.replace(
                  id,
                  before,
                  new LoggedAction(
                      before.action(),
                      before.begunAt(),
                      Optional.of(outcome),
                      Optional.of(now(clock)))));
    }

    @Override
    public Optional<Either<String, LoggedAction>> find(ActionId id) {
      return Optional.ofNullable(actions.get(id)).map(Either::right);
    }

    @Override
    public List<Either<String, LoggedAction>> latest(
        Optional<ActionSubject> subject, Optional<LoggedAction> after, int skip, int limit) {
      ActionRepository.checkPage(skip, limit);
      return actions.values().stream()
          .filter(logged -> subject.map(logged.action().subject()::equals).orElse(true))
          .filter(
              logged -> after.map(shown -> NEWEST_FIRST.compare(logged, shown) > 0).orElse(true))
          .sorted(NEWEST_FIRST)
          .skip(skip)
          .limit(limit)
          .<Either<String, LoggedAction>>map(Either::right)
          .toList();
    }
  }

  /** The owners in a concurrent map. Nothing here is ever in doubt, unreachable or unreadable. */
  private record InMemoryOwnerRepository(InstantSource clock, ConcurrentMap<OwnerId, Beat> beats)
      implements OwnerRepository {

    private static final Comparator<OwnerLookup.Found> LONGEST_SILENT_FIRST =
        Comparator.comparing(OwnerLookup.Found::silentFor)
            .reversed()
            .thenComparing(found -> found.owner().value());

    private record Beat(
        ApplicationName application,
        Instant begunAt,
        long count,
        Duration every,
        Instant at,
        Vitals vitals) {}

    @Override
    public MatchOutcome beat(
        OwnerId owner, ApplicationName application, Duration every, Vitals vitals) {
      Instant now = now(clock);
      beats.merge(
          owner,
          new Beat(application, now, 1, every, now, vitals),
          (before, first) ->
              new Beat(application, before.begunAt(), before.count() + 1, every, now, vitals));
      return MatchOutcome.MATCHED;
    }

    @Override
    public List<OwnerLookup> find(List<OwnerId> owners) {
      Instant now = now(clock);
      return owners.stream()
          .map(
              owner ->
                  Optional.ofNullable(beats.get(owner))
                      .<OwnerLookup>map(beat -> found(owner, beat, now))
                      .orElseGet(() -> new OwnerLookup.Absent(owner)))
          .toList();
    }

    @Override
    public List<OwnerLookup> silent(Duration silentFor, int limit) {
      OwnerRepository.checkSilent(silentFor, limit);
      Instant now = now(clock);
      return beats.entrySet().stream()
          .map(owner -> found(owner.getKey(), owner.getValue(), now))
          .filter(found -> found.silentFor().compareTo(silentFor) >= 0)
          .sorted(LONGEST_SILENT_FIRST)
          .limit(limit)
          .<OwnerLookup>map(found -> found)
          .toList();
    }

    @Override
    public MatchOutcome retire(OwnerId owner) {
      return MatchOutcome.of(beats.remove(owner) != null);
    }

    @Override
    public MatchOutcome remove(OwnerId owner, long beat) {
      Beat before = beats.get(owner);
      return MatchOutcome.of(
          before != null && before.count() == beat && beats.remove(owner, before));
    }

    private static OwnerLookup.Found found(OwnerId owner, Beat beat, Instant now) {
      Duration silentFor = Duration.between(beat.at(), now);
      return new OwnerLookup.Found(
          owner,
          beat.application(),
          beat.begunAt(),
          beat.count(),
          beat.every(),
          silentFor.isNegative() ? Duration.ZERO : silentFor,
          beat.vitals());
    }
  }
}
