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
import io.twophase.test.equality.Shrinking;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Looks for a sequence of calls that tells a store of holds from an exact one. */
public final class HoldEquality {

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

  private static final int SHRINKING_TRIES = 300;
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
    this.exact = exact;
    this.tested = tested;
    this.draws = draws;
  }

  /**
   * Makes so many random calls on both.
   *
   * @return where they part and the shortest way there that was found; nothing if they do not
   */
  public Optional<String> difference(long seed, int calls) {
    Random random = new Random(seed);
    List<HoldStep> sequence = HoldStep.of(random, calls);
    long hosted = random.nextLong();
    return compare(hosted, sequence).map(found -> told(hosted, sequence, found));
  }

  /** Returns whether so many random calls tell them apart. */
  public boolean differ(long seed, int calls) {
    Random random = new Random(seed);
    List<HoldStep> sequence = HoldStep.of(random, calls);
    return compare(random.nextLong(), sequence).isPresent();
  }

  private record Parting(int step, String words) {}

  private String told(long hosted, List<HoldStep> sequence, Parting found) {
    List<HoldStep> shortest =
        Shrinking.of(
            sequence.subList(0, found.step() + 1),
            SHRINKING_TRIES,
            HoldStep::smaller,
            fewer -> compare(hosted, fewer).isPresent());
    return "%d calls, shrunk to %d:%n%s"
        .formatted(
            found.step() + 1,
            shortest.size(),
            compare(hosted, shortest).map(Parting::words).orElse("not seen again"));
  }

  private Optional<Parting> compare(long hosted, List<HoldStep> steps) {
    Both both = new Both(exact.get(), tested.get(), hosted);
    for (int at = 0; at < steps.size(); at++) {
      boolean scans = at % BETWEEN_SCANS == 0 || at == steps.size() - 1;
      int step = at;
      Optional<Parting> parting =
          both.call(steps.get(at))
              .or(() -> both.state(scans))
              .map(words -> new Parting(step, both.history(step) + words));
      if (parting.isPresent()) {
        return parting;
      }
    }
    return Optional.empty();
  }

  /**
   * Returns how often the exact store answers what, such as {@code PLACE BUSY}: how it is known
   * that random calls come to everything that there is.
   */
  public Map<String, Integer> answers(long seed, int calls) {
    Random random = new Random(seed);
    List<HoldStep> sequence = HoldStep.of(random, calls);
    Map<String, Integer> counts = new TreeMap<>();
    Both both = new Both(exact.get(), exact.get(), random.nextLong());
    for (HoldStep step : sequence) {
      both.call(step);
      both.answered.forEach(answer -> counts.merge(step.kind() + " " + answer, 1, Integer::sum));
    }
    return counts;
  }

  private final class Both {

    private final HoldStore left;
    private final HoldStore right;
    private final RandomHolds requests;
    private final HoldLatitude latitude;
    private final List<String> history = new ArrayList<>();
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

    String history(int step) {
      return history.stream().map(one -> "  " + one + "\n").collect(Collectors.joining())
          + "step "
          + step
          + ": ";
    }

    Optional<String> call(HoldStep step) {
      return switch (step.kind()) {
        case PLACE -> place(step);
        case STAMP -> stamp(step);
        case END -> end(step);
        case STATUS -> status(step.seeds().get(0));
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
      List<Answer> expected = new ArrayList<>();
      return same(
          asked,
          all -> {
            expected.addAll(left.holds().place(all));
            answered = expected.stream().map(answer -> answer.kind().name()).toList();
            return expected;
          },
          all -> right.holds().place(all),
          (at, told) ->
              isMixed(answered, "HELD")
                  && latitude.allows(asked.get(at), expected.get(at), (Answer) told));
    }

    private Optional<String> stamp(HoldStep step) {
      List<Stamping> asked = drawn(step, requests::stamping, Stamping::target);
      Set<Stamping> stamped = new HashSet<>();
      return same(
          asked,
          all -> matched(stampedOneByOne(all, stamped)),
          all -> right.holds().stamp(all),
          (at, told) ->
              isMixed(answered, "MATCHED")
                  && latitude.allows(
                      asked.get(at), (MatchOutcome) told, stamped.contains(asked.get(at))));
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
      List<Ending> asked = drawn(step, requests::ending, Ending::target);
      return same(
          asked,
          all -> matched(left.holds().end(all)),
          all -> right.holds().end(all),
          (at, told) ->
              isMixed(answered, "MATCHED") && latitude.allows(asked.get(at), (MatchOutcome) told));
    }

    private List<MatchOutcome> matched(List<MatchOutcome> outcomes) {
      answered = outcomes.stream().map(Enum::name).toList();
      return outcomes;
    }

    /** Returns whether some match and some do not, of which a store may know only how many. */
    private static boolean isMixed(List<String> answers, String match) {
      return answers.contains(match) && answers.size() > 1;
    }

    private Optional<String> status(long seed) {
      return exactly(
          List.of(requests.account(seed)),
          (store, ids) -> List.of(store.accounts().change(accountId(ids.get(0)), change(seed))));
    }

    /** No latitude is left to the answers. */
    private <T> Optional<String> exactly(
        List<T> asked, BiFunction<HoldStore, List<T>, List<?>> call) {
      return same(
          asked, all -> call.apply(left, all), all -> call.apply(right, all), (at, told) -> false);
    }

    private <T> Optional<String> same(
        List<T> asked,
        Function<List<T>, List<?>> exactly,
        Function<List<T>, List<?>> tested,
        BiPredicate<Integer, Object> mayBe) {
      answered = List.of();
      if (asked.isEmpty()) {
        return Optional.empty();
      }
      List<?> expected = List.copyOf(exactly.apply(asked));
      history.add(asked + " -> " + expected);
      List<?> told = told(() -> tested.apply(asked));
      boolean isSame = expected.size() == told.size();
      for (int at = 0; isSame && at < told.size(); at++) {
        isSame = expected.get(at).equals(told.get(at)) || mayBe.test(at, told.get(at));
      }
      return !isSame
          ? Optional.of("the answer differs\n  exact " + expected + "\n  told  " + told)
          : Optional.empty();
    }

    /** A store that fails on one call is one that differs there, whatever it fails with. */
    private static List<?> told(Supplier<List<?>> call) {
      try {
        return call.get();
      } catch (RuntimeException failed) {
        return List.of(failed.toString());
      }
    }

    Optional<String> state(boolean scans) {
      return differ(
              seen(left.holds().find(requests.targets())),
              told(() -> seen(right.holds().find(requests.targets()))))
          .or(() -> scans ? differ(scanned(left), told(() -> scanned(right))) : Optional.empty());
    }

    private static Optional<String> differ(List<?> expected, List<?> told) {
      return !expected.equals(told)
          ? Optional.of("the state differs\n  exact " + expected + "\n  told  " + told)
          : Optional.empty();
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
