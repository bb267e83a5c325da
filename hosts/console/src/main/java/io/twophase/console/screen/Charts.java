package io.twophase.console.screen;

import io.twophase.console.http.Pages;
import io.twophase.console.screen.Sample.Rates;
import io.twophase.console.screen.Sample.Rates.Rate;
import io.twophase.console.view.Json;
import io.twophase.domain.record.Vitals;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Decisions of the last ten minutes and how long they took, as lines of a chart 600 units wide and
 * 100 high, and minute by minute as figures.
 */
final class Charts {

  private static final double WIDTH = 600;
  private static final double HEIGHT = 100;

  /** Readings that are further apart are not joined: nobody looked in between. */
  private static final Duration GAP = Duration.ofSeconds(30);

  private Charts() {}

  static Map<String, Object> of(List<Rate> rates, Instant now) {
    Duration span = span(rates, now);
    double highest =
        Math.max(1, rates.stream().mapToDouble(Rate::decidedPerSecond).max().orElse(0));
    return Json.object(
        "isAny", !rates.isEmpty(),
        "since", Pages.text(span) + " ago",
        "highest", decimal(highest),
        "decided", line(rates, now, span, rate -> Optional.of(rate.decidedPerSecond() / highest)),
        "refused", line(rates, now, span, rate -> Optional.of(rate.refusedPerSecond() / highest)),
        "half", line(rates, now, span, rate -> height(rate.done(), 0.5)),
        "most", line(rates, now, span, rate -> height(rate.done(), 0.99)),
        "longest", text(Duration.ofMillis(last(Vitals.WITHIN_MILLIS))),
        "last", rates.isEmpty() ? null : figures(List.of(last(rates))),
        "minutes", minutes(rates, now));
  }

  private static <T> T last(List<T> all) {
    return all.get(all.size() - 1);
  }

  /** The path of a line; what has no height is left out. */
  private static String line(
      List<Rate> rates, Instant now, Duration span, Function<Rate, Optional<Double>> height) {
    StringBuilder path = new StringBuilder();
    Instant before = Instant.MIN;
    for (Rate rate : rates) {
      Optional<Double> high = height.apply(rate);
      if (high.isPresent()) {
        double age = Duration.between(rate.at(), now).toMillis();
        double x = WIDTH * (1 - Math.min(1, age / span.toMillis()));
        boolean isJoined = before.isAfter(rate.at().minus(GAP));
        path.append(
            String.format(
                Locale.ROOT,
                "%s%.1f %.1f",
                isJoined ? "L" : "M",
                x,
                HEIGHT - (HEIGHT - 4) * high.orElseThrow() - 2));
        before = rate.at();
      }
    }
    return path.toString();
  }

  /** The chart begins with the first rate, but for a minute or less. */
  private static Duration span(List<Rate> rates, Instant now) {
    long known = rates.isEmpty() ? 0 : Duration.between(rates.get(0).at(), now).toSeconds();
    return Duration.ofSeconds(Math.min(Rates.SPAN.toSeconds(), Math.max(60, known)));
  }

  /**
   * The times are counted in steps, each about twice the one before: the chart's scale has those.
   */
  private static Optional<Double> height(Vitals done, double part) {
    int steps = Vitals.WITHIN_MILLIS.size();
    return Optional.of(done)
        .filter(any -> any.decided() > 0)
        .map(
            any ->
                any.decidedWithin(part)
                        .map(within -> Vitals.WITHIN_MILLIS.indexOf((int) within.toMillis()))
                        .orElse(steps)
                    / (double) steps);
  }

  private static List<Map<String, Object>> minutes(List<Rate> rates, Instant now) {
    List<Map<String, Object>> minutes = new ArrayList<>();
    for (int minute = 0; minute < Rates.SPAN.toMinutes(); minute++) {
      Instant to = now.minus(Duration.ofMinutes(minute));
      Instant from = to.minus(Duration.ofMinutes(1));
      List<Rate> within =
          rates.stream().filter(rate -> rate.at().isAfter(from) && !rate.at().isAfter(to)).toList();
      if (!within.isEmpty()) {
        Map<String, Object> figures = figures(within);
        figures.put("from", from.truncatedTo(ChronoUnit.SECONDS).toString());
        minutes.add(figures);
      }
    }
    return minutes;
  }

  private static Map<String, Object> figures(List<Rate> rates) {
    Vitals done = rates.stream().map(Rate::done).reduce(Vitals.NONE, Vitals::and);
    return Json.object(
        "decidedPerSecond", average(rates, Rate::decidedPerSecond),
        "refusedPerSecond", average(rates, Rate::refusedPerSecond),
        "halfWithin", within(done, 0.5),
        "mostWithin", within(done, 0.99));
  }

  private static String average(List<Rate> rates, ToDoubleFunction<Rate> figure) {
    return decimal(rates.stream().mapToDouble(figure).average().orElse(0));
  }

  private static String decimal(double figure) {
    return String.format(Locale.ROOT, figure < 10 ? "%.1f" : "%.0f", figure);
  }

  private static Optional<String> within(Vitals done, double part) {
    return done.decided() > 0
        ? Optional.of(
            done.decidedWithin(part)
                .map(Charts::text)
                .orElseGet(
                    () -> "more than " + text(Duration.ofMillis(last(Vitals.WITHIN_MILLIS)))))
        : Optional.empty();
  }

  private static String text(Duration within) {
    return within.toMillis() < 1_000 ? within.toMillis() + " ms" : within.toSeconds() + " s";
  }
}
