package io.twophase.app.testing;

import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Calls of a store end as the words of a scene say. A plan begins with the calls that it is for, by
 * the names of their methods or ports, such as {@code find,Holds.scan}; behind a colon is a pattern
 * for what they ask for. A number says which of them it is. Then comes
 *
 * <ul>
 *   <li>{@code before STEP}, {@code after STEP}, {@code midway STEP}: steps, separated by {@code
 *       &}, are made before or after the call, or when it has shown half of what it shows
 *   <li>{@code fails MESSAGE}, {@code away MESSAGE}: the call fails, or the store is unreachable
 *   <li>{@code loses}: the store makes the call, and leaves it in doubt
 *   <li>{@code answers OUTCOME}, {@code damaged MESSAGE}: the store does not make the call, and
 *       answers each element so
 *   <li>{@code cut COUNT}: the store makes the call for so many elements, and is unreachable then,
 *       until all of it arrives
 *   <li>{@code repeats COUNT}: the call answers its first element so many times
 *   <li>{@code doubts}, {@code taken}: the store does not place the holds, and leaves them in
 *       doubt; it does not begin the records, and says that their ids are taken
 *   <li>{@code returns OUTCOME}, {@code torn MESSAGE}: the store makes the call, and answers so
 *   <li>{@code denies}: the call answers no
 *   <li>{@code passes}: the call is counted only
 * </ul>
 *
 * A plan with a number or with steps is for one call, and any other one for all of them. If several
 * are due at one call, then the first strikes, and the others wait for the next. No plan is for the
 * calls of its steps.
 */
public final class Plans implements Interceptor {

  private static final Pattern WORDS =
      Pattern.compile(
          "(\\S+?)(?::(\\S+))?(?: (\\d+))? (before|after|midway|fails|away|loses|answers|damaged"
              + "|cut|repeats|doubts|taken|returns|torn|denies|passes)(?: (.*))?");

  private final List<Plan> plans = new ArrayList<>();
  private final List<Call> late = new ArrayList<>();
  private boolean isAtSteps;
  private final Map<String, Integer> met = new TreeMap<>();
  private final List<Integer> sizes = new ArrayList<>();

  /** A plan, and how many of its calls come before the one that it is for. */
  private static final class Plan {
    private final Predicate<Call> calls;
    private final boolean isForOne;
    private final Function<Call, Object> effect;
    private int passing;

    Plan(Predicate<Call> calls, boolean isForOne, int passing, Function<Call, Object> effect) {
      this.calls = calls;
      this.isForOne = isForOne;
      this.passing = passing;
      this.effect = effect;
    }

    boolean isDue(Call call) {
      return calls.test(call) && (passing == 0 || passing-- == 0);
    }
  }

  /** The caller plans in words; the consumer makes the steps. */
  public void add(String plan, Consumer<String> steps) {
    Matcher words = WORDS.matcher(plan);
    if (!words.matches()) {
      throw new IllegalArgumentException("no plan: " + plan);
    }
    List<String> names = List.of(words.group(1).split(",", -1));
    Pattern asked = Pattern.compile(Optional.ofNullable(words.group(2)).orElse(""));
    String how = words.group(4);
    plans.add(
        new Plan(
            call -> isNamed(call, names) && asked.matcher(call.asked().toString()).find(),
            words.group(3) != null || List.of("before", "after", "midway").contains(how),
            words.group(3) == null ? 0 : Integer.parseInt(words.group(3)) - 1,
            effect(how, String.valueOf(words.group(5)), steps)));
  }

  private static boolean isNamed(Call call, List<String> names) {
    String port = call.method().getDeclaringClass().getSimpleName();
    String method = call.method().getName();
    return Stream.of(method, port, port + "." + method).anyMatch(names::contains);
  }

  private Function<Call, Object> effect(String how, String rest, Consumer<String> maker) {
    Runnable steps =
        () -> {
          isAtSteps = true;
          try {
            List.of(rest.split(" & ", -1)).forEach(maker);
          } finally {
            isAtSteps = false;
          }
        };
    return switch (how) {
      case "before" ->
          call -> {
            steps.run();
            return call.make();
          };
      case "after" ->
          call -> {
            Object answer = call.make();
            steps.run();
            return answer;
          };
      case "midway" -> call -> midway(call, steps);
      case "loses" -> call -> each((List<?>) call.make(), MatchOutcome.IN_DOUBT);
      case "answers" -> call -> each(elements(call), MatchOutcome.valueOf(rest));
      case "damaged" -> call -> each(elements(call), Either.left(rest));
      case "cut" ->
          call -> {
            late.add(call);
            call.with(List.of(elements(call).subList(0, Integer.parseInt(rest)))).make();
            throw new StoreUnavailableException("cut off");
          };
      case "repeats" -> {
        List<Object> shown = new ArrayList<>();
        yield call -> {
          shown.addAll((List<?>) call.make());
          return Collections.nCopies(Integer.parseInt(rest), shown.get(0));
        };
      }
      case "doubts" -> call -> each(elements(call), Answer.IN_DOUBT);
      case "taken" -> call -> each(elements(call), List.of(BeginOutcome.ID_TAKEN));
      case "returns" -> call -> returned(call, rest);
      case "torn" ->
          call -> {
            call.make();
            return Optional.of(Either.left(rest));
          };
      case "denies" -> call -> false;
      case "passes" -> Call::make;
      default ->
          call -> {
            throw how.equals("away")
                ? new StoreUnavailableException(rest)
                : new StoreException(rest);
          };
    };
  }

  private static Object returned(Call call, String outcome) {
    call.make();
    return Stream.of(call.method().getReturnType().getEnumConstants())
        .filter(each -> each.toString().equals(outcome))
        .findFirst()
        .orElseThrow();
  }

  private static List<?> elements(Call call) {
    return (List<?>) call.asked().get(0);
  }

  private static List<Object> each(List<?> elements, Object answer) {
    return Collections.nCopies(elements.size(), answer);
  }

  /** The first that begins meanwhile lies where the call has been, and is not shown. */
  @SuppressWarnings("unchecked") // a scan's consumer takes lookups
  private static Object midway(Call scan, Runnable steps) {
    List<Lookup> seen = lookups(scan);
    Consumer<Object> shownTo = (Consumer<Object>) scan.asked().get(1);
    seen.subList(0, seen.size() / 2).forEach(shownTo);
    steps.run();
    List<String> ids = seen.stream().map(Lookup::id).toList();
    seen.subList(seen.size() / 2, seen.size()).forEach(shownTo);
    lookups(scan).stream().filter(it -> !ids.contains(it.id())).skip(1).forEach(shownTo);
    return scan;
  }

  private static List<Lookup> lookups(Call scan) {
    List<Lookup> seen = new ArrayList<>();
    scan.with(List.of(scan.asked().get(0), (Consumer<Lookup>) seen::add)).make();
    return seen;
  }

  /** Says how many calls a plan was for since the last time, by their names. */
  public String met() {
    List<String> since = new ArrayList<>();
    met.forEach((name, times) -> since.add(name + " " + times));
    met.clear();
    return String.join(", ", since);
  }

  /** Says how many elements each call had that a plan was for. */
  public List<Integer> sizes() {
    return sizes;
  }

  /** The calls that were cut off arrive late. */
  public void arrive() {
    late.forEach(Call::make);
  }

  /** Says with which message a step fails. */
  public String failure(Supplier<String> step) {
    try {
      return "no failure, but " + step.get();
    } catch (StoreException | IllegalStateException failed) {
      return String.valueOf(failed.getMessage());
    }
  }

  /** There is no plan from now on. */
  public void clear() {
    plans.clear();
  }

  @Override
  public Object around(String method, List<Object> asked, Call call) {
    Optional<Plan> first = Optional.empty();
    for (Plan plan : isAtSteps ? List.<Plan>of() : plans) {
      if (plan.isDue(call) && first.isEmpty()) {
        first = Optional.of(plan);
      }
    }
    if (first.isPresent()) {
      met.merge(method, 1, Integer::sum);
      asked.stream()
          .limit(1)
          .filter(List.class::isInstance)
          .forEach(it -> sizes.add(((List<?>) it).size()));
    }
    first.filter(struck -> struck.isForOne).ifPresent(plans::remove);
    return first.map(struck -> struck.effect).orElse(Call::make).apply(call);
  }
}
