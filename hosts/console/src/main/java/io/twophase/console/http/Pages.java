package io.twophase.console.http;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.twophase.console.view.Json;
import io.twophase.console.view.Links;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Renders models by templates, which escape every value for HTML. Four lambdas are for templates:
 * {@code exact} keeps what a form sends, {@code url} encodes a value for the query of an address,
 * {@code time} shows a moment, and {@code ago} shows how long ago a moment was. An object in the
 * place of a value is shown as JSON. Thread-safe.
 */
public final class Pages {

  private static final Pattern DIRECTIONS =
      Pattern.compile("[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]");

  private final Map<String, Template> templates = new ConcurrentHashMap<>();
  private final Mustache.Compiler compiler =
      Mustache.compiler()
          .withEscaper(Pages::escaped)
          .defaultValue("")
          .emptyStringIsFalse(true)
          .zeroIsFalse(false)
          .withFormatter(value -> value instanceof Map ? Json.text(value) : String.valueOf(value))
          .withLoader(name -> new StringReader(resource("pages/" + name + ".mustache")));

  /**
   * A page.
   *
   * @param template its name
   * @param model JSON values by name
   * @param now the moment from which {@code ago} counts
   */
  public String render(String template, Map<String, Object> model, Instant now) {
    Map<String, Object> all = new HashMap<>(model);
    all.putAll(
        Map.<String, Mustache.Lambda>of(
            "exact", (value, out) -> out.write(Escapers.HTML.escape(value.execute())),
            "url", (value, out) -> out.write(Links.encoded(value.execute())),
            "time", (value, out) -> out.write(time(value.execute())),
            "ago", (value, out) -> out.write(ago(value.execute(), now))));
    return templates.computeIfAbsent(template, compiler::loadTemplate).execute(all);
  }

  /** Marks of direction could have people read the names in a sentence in another order. */
  private static String escaped(String text) {
    return DIRECTIONS
        .matcher(Escapers.HTML.escape(text))
        .replaceAll(mark -> "\\\\u%04x".formatted(mark.group().codePointAt(0)));
  }

  /** The text of a resource of the console. */
  public static String resource(String name) {
    return new String(bytes(name), StandardCharsets.UTF_8);
  }

  /** The bytes of a resource of the console. */
  public static byte[] bytes(String name) {
    try (InputStream file = Pages.class.getResourceAsStream("/io/twophase/console/" + name)) {
      return Objects.requireNonNull(file, name).readAllBytes();
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    }
  }

  /** The text of a moment, which is escaped already, as an element. */
  private static String time(String moment) {
    return "<time datetime=\"%s\">%s</time>"
        .formatted(moment, moment.replace('T', ' ').replaceFirst("Z$", " UTC"));
  }

  private static String ago(String moment, Instant now) {
    try {
      return ago(Instant.parse(moment), now);
    } catch (DateTimeParseException noMoment) {
      return "";
    }
  }

  /** Returns how long ago a moment was, or in how long it is, as people say it. */
  public static String ago(Instant moment, Instant now) {
    Duration since = Duration.between(moment, now);
    return since.isNegative() ? "in " + text(since.negated()) : text(since) + " ago";
  }

  /** A duration as people say it, in its largest unit. */
  public static String text(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds < 120) {
      return seconds + " s";
    } else if (seconds < 7_200) {
      return seconds / 60 + " min";
    }
    return seconds < 172_800 ? seconds / 3_600 + " h" : seconds / 86_400 + " days";
  }
}
