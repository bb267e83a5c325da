package io.twophase.test.equality.hold;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.test.equality.hold.RandomHolds.change;
import static java.util.Comparator.comparing;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.testing.Copies;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.value.Value;
import io.twophase.test.contract.hold.HoldStore;
import io.twophase.test.contract.hold.InOrder;
import io.twophase.test.equality.Equality;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Looks for a sequence of calls that tells a store of holds from an exact one. */
public final class HoldEquality extends Equality<HoldStep> {

  /**
   * A store, and how its host writes to it.
   *
   * @param host stores a document, or gives an account its own fields
   */
  public record Hosted(HoldStore store, Host host) {}

  /** Stores documents as a host does, beside the ports. */
  @FunctionalInterface
  public interface Host {
    void store(DocumentRef document, io.twophase.domain.value.Fields fields);
  }

  private static final int BETWEEN_SCANS = 10;

  private final Supplier<Hosted> exact;
  private final Supplier<Hosted> tested;
  private final Draws draws;

  /**
   * Compares two stores.
   *
   * @param exact gives a fresh, empty store that answers exactly
   * @param tested gives a fresh, empty one of the sort that is tested
   * @param draws what is asked
   */
  public HoldEquality(Supplier<Hosted> exact, Supplier<Hosted> tested, Draws draws) {
    super(BETWEEN_SCANS);
    this.exact = exact;
    this.tested = tested;
    this.draws = draws;
  }

  @Override
  protected List<HoldStep> drawn(Random random, int calls) {
    return HoldStep.of(random, calls);
  }

  @Override
  protected Stream<HoldStep> smaller(HoldStep step) {
    return step.smaller();
  }

  @Override
  protected Pair<HoldStep> pair(long seed) {
    return new Both(exact.get(), tested.get(), seed);
  }

  /**
   * Returns how often the exact store answers what, such as {@code PLACE BUSY}: how it is known
   * that random calls come to everything that there is.
   */
  public Map<String, Integer> answers(long seed, int calls) {
    Random random = new Random(seed);
    List<HoldStep> sequence = drawn(random, calls);
    Map<String, Integer> counts = new TreeMap<>();
    Both both = new Both(exact.get(), exact.get(), random.nextLong());
    for (HoldStep step : sequence) {
      both.call(step);
      both.answered.forEach(answer -> counts.merge(step.kind() + " " + answer, 1, Integer::sum));
    }
    return counts;
  }

  /** Says whether the tested store may give this answer where the exact one gives another. */
  @FunctionalInterface
  private interface MayBe<T> {
    boolean allows(T asked, Object exactly, Object told);
  }

  private final class Both extends Pair<HoldStep> {

    private final HoldStore left;
    private final HoldStore right;
    private final RandomHolds requests;
    private final HoldLatitude latitude;
    private List<String> answered = List.of();

    Both(Hosted left, Hosted right, long seed) {
      this.left = left.store();
      this.right = right.store();
      this.requests = new RandomHolds(this.left, draws);
      this.latitude = new HoldLatitude(this.left);
      for (Hosted each : List.of(left, right)) {
        each.store().accounts().open(RandomHolds.openings());
        Random random = new Random(seed);
        for (DocumentRef document : RandomHolds.documents(draws)) {
          io.twophase.domain.value.Fields body = new RandomOperations(random, draws).body();
          if (random.nextInt(3) > 0) {
            each.host().store(document, body);
          }
        }
        DocumentRef account = each.store().accounts().collection().document(new Value.Text("A"));
        each.host().store(account, Documents.fields("color", "red"));
      }
    }

    @Override
    protected Optional<String> call(HoldStep step) {
      return switch (step.kind()) {
        case PLACE -> place(step);
        case STAMP -> stamp(step);
        case END -> end(step);
        case STATUS ->
            exactly(
                List.of(requests.account(step.seeds().get(0))),
                (store, ids) ->
                    List.of(
                        store
                            .accounts()
                            .change(accountId(ids.get(0)), change(step.seeds().get(0)))));
        case FIND ->
            exactly(
                step.seeds().stream().map(requests::target).toList(),
                (store, targets) -> seen(store.holds().find(targets)));
        case FIND_LATEST ->
            exactly(
                step.seeds().stream().map(requests::target).toList(),
                (store, targets) -> seen(targets.stream().map(store.holds()::findLatest).toList()));
        case SELECT ->
            exactly(
                step.seeds().stream().map(requests::selection).toList(),
                (store, checks) -> checks.stream().map(check -> selected(store, check)).toList());
      };
    }

    /** In which order they come is left to the store. */
    private static List<DocumentRef> selected(HoldStore store, CheckDocument by) {
      return store
          .holds()
          .select(by.document().collection(), by.guards(), Integer.MAX_VALUE)
          .stream()
          .sorted()
          .toList();
    }

    /** Each on a target of its own, unless they may be together. */
    private <T> List<T> drawn(
        HoldStep step, Function<Long, Optional<T>> draw, Function<T, Target> target) {
      Set<Target> taken = new HashSet<>();
      CollectionName accounts = left.accounts().collection();
      List<T> drawn = new ArrayList<>();
      for (long seed : step.seeds()) {
        draw.apply(seed)
            .filter(one -> step.together() || taken.add(target.apply(one).stored(accounts)))
            .ifPresent(drawn::add);
      }
      return drawn;
    }

    private Optional<String> place(HoldStep step) {
      List<Placing> asked =
          latitude.inToldOrder(
              drawn(
                  step,
                  seed -> Optional.of(requests.placing(seed)),
                  placing -> placing.claim().target()));
      return same(
          asked,
          left.holds()::place,
          right.holds()::place,
          (one, exactly, told) -> latitude.allows(one, (Answer) exactly, (Answer) told));
    }

    private Optional<String> stamp(HoldStep step) {
      Set<Stamping> stamped = new HashSet<>();
      return same(
          drawn(step, requests::stamping, Stamping::target),
          all -> stampedOneByOne(all, stamped),
          right.holds()::stamp,
          (one, exactly, told) -> latitude.allows(one, (MatchOutcome) told, stamped.contains(one)));
    }

    /** Notes which holds are as their stamps would leave them, at any moment of the call. */
    private List<MatchOutcome> stampedOneByOne(List<Stamping> asked, Set<Stamping> stamped) {
      List<MatchOutcome> outcomes = new ArrayList<>();
      for (Stamping one : asked) {
        asked.stream().filter(latitude::isStamped).forEach(stamped::add);
        outcomes.addAll(left.holds().stamp(List.of(one)));
      }
      asked.stream().filter(latitude::isStamped).forEach(stamped::add);
      return outcomes;
    }

    private Optional<String> end(HoldStep step) {
      return same(
          drawn(step, requests::ending, Ending::target),
          left.holds()::end,
          right.holds()::end,
          (one, exactly, told) -> latitude.allows(one, (MatchOutcome) told));
    }

    /** No latitude is left to the answers. */
    private <T> Optional<String> exactly(
        List<T> asked, BiFunction<HoldStore, List<T>, List<?>> call) {
      return same(
          asked,
          all -> call.apply(left, all),
          all -> call.apply(right, all),
          (one, exactly, told) -> false);
    }

    /** Only if some match and some do not, a store may know how many do, and not which. */
    private <T> Optional<String> same(
        List<T> asked,
        Function<List<T>, List<?>> exactly,
        Function<List<T>, List<?>> tested,
        MayBe<T> mayBe) {
      answered = List.of();
      if (asked.isEmpty()) {
        return Optional.empty();
      }
      List<?> expected = List.copyOf(exactly.apply(asked));
      answered = expected.stream().flatMap(Both::word).toList();
      note(asked + " -> " + expected);
      boolean isMixed =
          expected.size() > 1 && (answered.contains("HELD") || answered.contains("MATCHED"));
      return differ(
          "the answer",
          expected,
          () -> tested.apply(asked),
          (at, told) -> isMixed && mayBe.allows(asked.get(at), expected.get(at), told));
    }

    private static Stream<String> word(Object answer) {
      return answer instanceof Answer given
          ? Stream.of(given.kind().name())
          : answer instanceof MatchOutcome outcome ? Stream.of(outcome.name()) : Stream.empty();
    }

    @Override
    protected Optional<String> state(boolean scans) {
      return state(store -> seen(store.holds().find(requests.targets())))
          .or(() -> scans ? state(this::scanned) : Optional.empty());
    }

    private Optional<String> state(Function<HoldStore, List<Object>> shown) {
      return differ("the state", shown.apply(left), () -> shown.apply(right), (at, told) -> false);
    }

    /** All collections, and in each what is held. */
    private List<Object> scanned(HoldStore store) {
      List<Object> seen = new ArrayList<>(store.holds().collections());
      List<CollectionName> collections = new ArrayList<>(List.of(store.accounts().collection()));
      RandomHolds.documents(draws).stream()
          .map(DocumentRef::collection)
          .distinct()
          .forEach(collections::add);
      for (CollectionName collection : collections) {
        List<Sight> held = new ArrayList<>();
        store.holds().scan(collection, true, held::add);
        seen.add(held.stream().map(Both::seen).sorted(comparing(Object::toString)).toList());
      }
      return seen;
    }

    private static List<Object> seen(List<Sight> sights) {
      return sights.stream().map(Both::seen).toList();
    }

    /** The order of fields is left to the store. */
    private static Object seen(Sight sight) {
      return sight
          .stored()
          .<Object>map(
              stored ->
                  stored.<Stored>fold(
                      account -> Copies.with(account, "own", InOrder.of(account.own())),
                      document -> document.withFields(InOrder.of(document.fields()))))
          .orElse(sight);
    }
  }
}
