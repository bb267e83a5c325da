package io.twophase.domain.document;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Place;
import io.twophase.domain.value.Value;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values, guards and changes, in the words of {@code documents.txt}. */
class DocumentScenesTest {

  private Fields document = Fields.none();

  static Stream<Scenes.Scene> scenes() {
    return Scenes.of(DocumentScenesTest.class, "documents.txt");
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(this::step);
  }

  private String step(String step) {
    String[] words = step.split(" ", -1);
    try {
      return switch (words[0]) {
        case "document" -> document(words[1]);
        case "guard" -> String.valueOf(guard(words[1]).holds(document));
        case "expect" -> guard(words[1]).expected();
        case "change" -> changed(words);
        case "operation" ->
            DocumentWords.operation(DocumentWords.document("#o1"), words[1], words[2]).kind();
        case "match" -> matches(DocumentWords.value(words[1]), DocumentWords.value(words[2]));
        case "compare" -> compares(DocumentWords.value(words[1]), DocumentWords.value(words[2]));
        case "at" -> place(Documents.path(words[1]));
        case "put" ->
            DocumentWords.of(
                Place.put(
                    DocumentWords.fields(words[1]),
                    Documents.path(words[2]),
                    DocumentWords.value(words[3])));
        case "remove" ->
            DocumentWords.of(
                Place.remove(DocumentWords.fields(words[1]), Documents.path(words[2])));
        case "kind" -> kind(DocumentWords.value(words[1]));
        default -> throw new AssertionError(step);
      };
    } catch (IllegalArgumentException fault) {
      return fault.getMessage();
    }
  }

  private String document(String words) {
    document = DocumentWords.fields(words);
    return "";
  }

  private static Guard guard(String word) {
    return DocumentWords.guard(word).orElseThrow();
  }

  private String place(FieldPath path) {
    return Place.of(document, path)
        .fold(
            DocumentWords::of,
            () -> "missing",
            blocked -> blocked.by() + " is " + DocumentWords.of(blocked.value()));
  }

  /** The fields after changes, or the field in the way, what it would have to be and what it is. */
  private static String changed(String[] words) {
    Changes changes =
        Changes.of(Stream.of(words).skip(2).map(DocumentWords::change).toArray(FieldChange[]::new));
    return changes
        .applyTo(DocumentWords.fields(words[1]))
        .fold(
            impossible ->
                Stream.of(
                        impossible.path().toString(),
                        impossible.expected(),
                        impossible.found().map(DocumentWords::of).orElse("nothing"))
                    .collect(joining(": ")),
            DocumentWords::of);
  }

  private static String matches(Value one, Value other) {
    boolean match = one.matches(other);
    assertThat(other.matches(one)).isEqualTo(match);
    assertThat(one.canonical().exactText().equals(other.canonical().exactText())).isEqualTo(match);
    return (one.equals(other) ? "equal, " : "") + match;
  }

  private static String compares(Value one, Value other) {
    Optional<Integer> order = one.compareTo(other);
    assertThat(other.compareTo(one)).isEqualTo(order.map(forward -> -forward));
    return order.map(String::valueOf).orElse("");
  }

  private static String kind(Value value) {
    assertThat(value.matches(value)).isTrue();
    return value.type() + ", " + value.bsonSize() + (value.isNumber() ? ", a number" : "");
  }
}
