package io.twophase.cli.text;

import com.samskivert.mustache.Mustache;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/** Texts for people by templates, which show each value on its line. */
public final class Templates {

  private Templates() {}

  /**
   * The text of a template.
   *
   * @param owner beside which the template and its parts are
   */
  public static String text(Class<?> owner, String template, Map<String, ?> model) {
    return Mustache.compiler()
        .withEscaper(Lines::visible)
        .emptyStringIsFalse(true)
        .withLoader(name -> open(owner, name + ".mustache"))
        .loadTemplate(template)
        .execute(model)
        .stripTrailing();
  }

  private static Reader open(Class<?> owner, String file) {
    return new InputStreamReader(
        Objects.requireNonNull(owner.getResourceAsStream(file), file), StandardCharsets.UTF_8);
  }
}
