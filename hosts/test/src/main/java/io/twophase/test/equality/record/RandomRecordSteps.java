package io.twophase.test.equality.record;

import static io.twophase.test.equality.record.Effects.isShown;

import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.test.equality.RandomBodies;
import io.twophase.test.equality.record.RecordStep.Told;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Currency;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/** Random calls on few ids, so that they meet often. */
final class RandomRecordSteps {

  /** Ids of transactions, whether they are alone or members. */
  static final int TRANSACTIONS = 7;

  private static final int SEVERAL = 2;
  private static final int LARGEST_CALL = 6;

  /** The ids of all records of several. */
  static final List<RecordId> SEVERAL_IDS =
      IntStream.range(0, SEVERAL).mapToObj(at -> new RecordId("batch:" + at)).toList();

  private static final List<State> STATES = List.of(State.values());

  private final Random random;
  private final RandomBodies bodies;

  private RandomRecordSteps(Random random) {
    this.random = random;
    this.bodies = new RandomBodies(random, TRANSACTIONS);
  }

  /** So many calls. */
  static List<RecordStep> of(Random random, int calls) {
    RandomRecordSteps draw = new RandomRecordSteps(random);
    List<RecordStep> steps = new ArrayList<>();
    while (steps.size() < calls) {
      steps.add(draw.next());
    }
    return steps;
  }

  private RecordStep next() {
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3 -> insert();
      case 4, 5, 6, 7, 8, 9, 10, 11 -> move();
      case 12, 13, 14 -> take();
      case 15, 16 -> remove();
      case 17 -> find();
      default -> list();
    };
  }

  private RecordStep insert() {
    List<NewRecord> records = new ArrayList<>();
    Set<String> used = new LinkedHashSet<>();
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      NewRecord record = record();
      boolean isFresh = used.add(record.id().value());
      for (TransactionId member : record.memberIds()) {
        isFresh &= !record.id().isOfMany() || used.add(member.value());
      }
      if (isFresh) {
        records.add(record);
      }
    }
    return new RecordStep(
        "insert " + records,
        store -> store.insert(records).stream().map(each -> Told.of(each)).toList());
  }

  private NewRecord record() {
    if (random.nextInt(3) > 0) {
      TransactionId id = transaction();
      return switch (random.nextInt(8)) {
        case 0 -> NewRecord.tombstone(RecordId.of(id));
        case 1, 2, 3 -> NewRecord.alone(authorization(id), owner());
        case 4 -> NewRecord.submitted(body(id));
        default -> NewRecord.alone(body(id), owner());
      };
    }
    RecordId id = several();
    return random.nextInt(8) == 0
        ? NewRecord.tombstone(id)
        : NewRecord.several(
            id, transactions().stream().map(this::body).toList(), random.nextBoolean(), owner());
  }

  private NewTransaction body(TransactionId id) {
    return random.nextInt(4) == 0
        ? NewTransaction.transfer(
                id,
                new AccountId("A"),
                new AccountId("B"),
                new Money(1 + random.nextInt(3), Currency.getInstance("USD")),
                true)
            .get()
        : bodies.of(id);
  }

  private NewTransaction authorization(TransactionId id) {
    List<ApproverName> named = List.of(new ApproverName("Ann"), new ApproverName("Bob"));
    return bodies
        .of(id)
        .authorizedUnder(
            new AuthorizationTerms(
                Duration.ofDays(1 + random.nextInt(3)),
                (random.nextBoolean()
                    ? Optional.of(new ApprovalRule(1, named))
                    : Optional.empty())));
  }

  private RecordStep move() {
    List<RecordId> ids = records();
    List<Long> seeds = ids.stream().map(id -> random.nextLong()).toList();
    return new RecordStep(
        "move " + ids + " by " + seeds,
        store -> {
          List<Lookup> read = store.find(ids);
          List<Transition> asked = new ArrayList<>();
          for (int at = 0; at < ids.size(); at++) {
            asked.add(RandomTransitions.of(seeds.get(at), ids.get(at), read.get(at).record()));
          }
          return told(
              store,
              asked,
              store.move(asked),
              (after, transition) ->
                  after.find(List.of(transition.record())).get(0).record().stream()
                      .anyMatch(record -> isShown(transition, record)));
        });
  }

  private RecordStep take() {
    List<TransactionId> ids = transactions();
    List<Long> seeds = ids.stream().map(id -> random.nextLong()).toList();
    return new RecordStep(
        "take " + ids + " by " + seeds,
        store -> {
          List<Lookup> read = store.findMembers(ids);
          List<MemberTake> asked = new ArrayList<>();
          for (int at = 0; at < ids.size(); at++) {
            asked.add(Drawn.take(new Random(seeds.get(at)), ids.get(at), read.get(at)));
          }
          return told(
              store,
              asked,
              store.take(asked),
              (after, take) -> isShown(take, after.findMembers(List.of(take.member())).get(0)));
        });
  }

  private RecordStep remove() {
    List<RecordId> ids = records();
    int seed = random.nextInt();
    return new RecordStep(
        "remove " + ids + " by " + seed,
        store -> {
          Random draw = new Random(seed);
          List<Removal> asked = new ArrayList<>();
          for (RecordId id : ids) {
            Drawn.removal(draw, store, id).ifPresent(asked::add);
          }
          return told(
              store, asked, asked.isEmpty() ? List.of() : store.remove(asked), Drawn::isGone);
        });
  }

  private static <T> List<Told> told(
      Records store, List<T> asked, List<MatchOutcome> answers, BiPredicate<Records, T> isLeft) {
    List<Told> told = new ArrayList<>();
    for (int at = 0; at < asked.size(); at++) {
      T element = asked.get(at);
      told.add(new Told(answers.get(at), () -> isLeft.test(store, element)));
    }
    return told;
  }

  private RecordStep find() {
    List<TransactionId> ids = transactions();
    return new RecordStep(
        "find " + ids,
        store -> {
          List<Lookup> found = new ArrayList<>(store.findMembers(ids));
          found.addAll(store.find(ids.stream().map(RecordId::of).toList()));
          ids.forEach(id -> found.add(store.findLatest(id)));
          return lookups(found);
        });
  }

  private RecordStep list() {
    Duration age = random.nextBoolean() ? Duration.ZERO : Duration.ofHours(1);
    int all = 1_000;
    return switch (random.nextInt(6)) {
      case 0 ->
          list(
              RecordQuery.latest(
                  random.nextBoolean() ? Optional.of(this.state()) : Optional.empty(),
                  random.nextBoolean() ? Optional.of(new AccountId("B")) : Optional.empty(),
                  random.nextInt(3) == 0 ? Labels.NONE.referenced("r1") : Labels.NONE,
                  all));
      case 1 -> {
        RecordQuery unfinished = RecordQuery.unfinished(age, all);
        yield list(
            random.nextBoolean() ? unfinished.ownedBy(new ApplicationName("App1")) : unfinished);
      }
      case 2 -> list(RecordQuery.ended(age, all));
      case 3 -> list(RecordQuery.leavingOut(age, all));
      case 4 -> list(RecordQuery.authorized(all));
      default -> naming(several());
    };
  }

  private State state() {
    return STATES.get(random.nextInt(STATES.size()));
  }

  /** By their ids: by a time of a server they come in an order of its own. */
  private static RecordStep list(RecordQuery query) {
    return new RecordStep("list " + query, store -> lookups(Timeless.byId(store.list(query))));
  }

  private static RecordStep naming(RecordId id) {
    return new RecordStep(
        "naming " + id,
        store ->
            store
                .find(List.of(id))
                .get(0)
                .record()
                .map(record -> lookups(Drawn.naming(record, store)))
                .orElseGet(List::of));
  }

  private static List<Told> lookups(List<Lookup> found) {
    return found.stream().map(Timeless::of).map(Told::of).toList();
  }

  private List<RecordId> records() {
    Set<RecordId> ids = new LinkedHashSet<>();
    for (int left = 1 + random.nextInt(LARGEST_CALL); left > 0; left--) {
      ids.add(random.nextInt(3) == 0 ? several() : RecordId.of(transaction()));
    }
    return List.copyOf(ids);
  }

  private List<TransactionId> transactions() {
    Set<TransactionId> ids = new LinkedHashSet<>();
    for (int left = 1 + random.nextInt(LARGEST_CALL); left > 0; left--) {
      ids.add(transaction());
    }
    return List.copyOf(ids);
  }

  private TransactionId transaction() {
    return new TransactionId("t" + random.nextInt(TRANSACTIONS));
  }

  private RecordId several() {
    return several(random);
  }

  static RecordId several(Random draw) {
    return SEVERAL_IDS.get(draw.nextInt(SEVERAL));
  }

  private Owner owner() {
    return RandomTransitions.owner(random);
  }
}
