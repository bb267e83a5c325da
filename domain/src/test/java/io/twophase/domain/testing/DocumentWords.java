package io.twophase.domain.testing;

import static java.util.stream.Collectors.joining;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.DocumentOperation.RemoveDocument;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import io.twophase.domain.value.Value.Other;
import io.twophase.domain.value.Value.Text;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values, documents, guards, changes and operations in words without spaces, as scenes have them. A
 * value is {@code 5}, {@code 5L}, {@code 5.0}, {@code 5.0m} of a decimal, {@code 5d} of a date,
 * {@code "text"}, {@code null}, {@code true}, {@code [1,2]}, {@code {a:1}} or {@code regex(5e00)}.
 * A document is {@code #id} of the orders, {@code stock#id} or {@code east:shop.stock#id}. A guard
 * is {@code n==5}, {@code n>=5}, {@code n<=5}, {@code n:in[1,2]}, {@code n:exists} or {@code
 * n:missing}; a change is {@code n=5}, {@code n+=5}, {@code n:unset}, {@code n<<5} to push or
 * {@code n>>5} to pull.
 */
public final class DocumentWords {

  private static final Pattern TERM = Pattern.compile("([^=<>:+]+)(==|>=|<=|:|\\+=|=|<<|>>)(.*)");
  private static final Pattern ATOM =
      Pattern.compile("\"([^\"]*)\"|(\\w+)\\((\\w*)\\)|[^,\\]}]+", Pattern.DOTALL);

  private final String text;
  private int at;

  private DocumentWords(String text) {
    this.text = text;
  }

  /** The value of words. */
  public static Value value(String words) {
    DocumentWords all = new DocumentWords(words);
    Value value = all.value();
    if (all.at < words.length()) {
      throw new IllegalArgumentException(words + " after " + value);
    }
    return value;
  }

  /** The values of words between commas. */
  public static List<Value> values(String words) {
    return ((Value.Array) value("[" + words + "]")).values();
  }

  /** The fields of words, such as <code>{a:1,b:"x"}</code>. */
  public static Fields fields(String words) {
    return ((Value.Embedded) value(words)).fields();
  }

  private boolean takes(char next) {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    boolean isNext = at < text.length() && text.charAt(at) == next;
    at += isNext ? 1 : 0;
    return isNext;
  }

  private Value value() {
    if (takes('[')) {
      List<Value> values = new ArrayList<>();
      while (!takes(']')) {
        values.add(value());
        takes(',');
      }
      return new Value.Array(values);
    }
    if (takes('{')) {
      List<Field> fields = new ArrayList<>();
      while (!takes('}')) {
        int colon = text.indexOf(':', at);
        String name = text.substring(at, colon);
        at = colon + 1;
        fields.add(new Field(name, value()));
        takes(',');
      }
      return new Value.Embedded(new Fields(fields));
    }
    Matcher atom = ATOM.matcher(text);
    if (!atom.find(at) || atom.start() != at) {
      throw new IllegalArgumentException("no value at " + at + " of " + text);
    }
    at = atom.end();
    if (atom.group(1) != null) {
      return new Text(Repeated.value(atom.group(1)));
    }
    return atom.group(2) != null ? new Other(atom.group(2), atom.group(3)) : simple(atom.group());
  }

  private static Value simple(String word) {
    String number = word.substring(0, word.length() - 1);
    return switch (word) {
      case "null" -> new Value.Null();
      case "true", "false" -> new Value.Bool(word.equals("true"));
      case "NaN", "Infinity", "-Infinity" -> new Value.Float64(Double.parseDouble(word));
      default ->
          switch (word.charAt(word.length() - 1)) {
            case 'L' -> new Value.Int64(Long.parseLong(number));
            case 'm' -> new Value.Decimal(new BigDecimal(number));
            case 'd' -> new Value.Date(Long.parseLong(number));
            default ->
                word.contains(".")
                    ? new Value.Float64(Double.parseDouble(word))
                    : new Value.Int32(Integer.parseInt(word));
          };
    };
  }

  /** A value in the words that {@link #value} reads. */
  public static String of(Value value) {
    if (value instanceof Value.Embedded embedded) {
      return of(embedded.fields());
    }
    if (value instanceof Value.Array array) {
      return array.values().stream().map(DocumentWords::of).collect(joining(",", "[", "]"));
    }
    return switch (value.type()) {
      case "long" -> value + "L";
      case "decimal" -> value instanceof Value.Decimal ? value + "m" : value.toString();
      case "date" -> value.toString().substring("date ".length()) + "d";
      default ->
          value instanceof Other other
              ? other.type() + "(" + other.bytes() + ")"
              : value.toString();
    };
  }

  /** Fields in the words that {@link #fields} reads. */
  public static String of(Fields fields) {
    return fields.all().stream()
        .map(field -> field.name() + ":" + of(field.value()))
        .collect(joining(",", "{", "}"));
  }

  /** The document of a word. */
  public static DocumentRef document(String word) {
    String[] parts = word.split("#", 2);
    boolean isValue = parts[1].matches("[-\\d\"{].*");
    return collection(parts[0].isEmpty() ? "orders" : parts[0])
        .document(isValue ? value(parts[1]) : new Text(parts[1]));
  }

  /** The collection of a word: its name, behind a database, behind a cluster. */
  public static CollectionName collection(String word) {
    String[] cluster = word.split(":", 2);
    String[] names = cluster[cluster.length - 1].split("\\.", 2);
    CollectionName name = CollectionName.of(names[names.length - 1]);
    CollectionName there = names.length == 2 ? name.inDatabase(names[0]) : name;
    return cluster.length == 2 ? there.onCluster(cluster[0]) : there;
  }

  private static Matcher term(String word) {
    Matcher term = TERM.matcher(word);
    if (!term.matches()) {
      throw new IllegalArgumentException("neither a guard nor a change: " + word);
    }
    return term;
  }

  /** The guard of a word, if it is one. */
  public static Optional<Guard> guard(String word) {
    Matcher term = term(word);
    String path = term.group(1);
    String is = term.group(3);
    return Optional.ofNullable(
        switch (term.group(2)) {
          case "==" -> Documents.is(path, value(is));
          case ">=" -> Documents.atLeast(path, value(is));
          case "<=" -> Documents.atMost(path, value(is));
          case ":" ->
              switch (is) {
                case "exists" -> Documents.exists(path);
                case "missing" -> Documents.missing(path);
                case "unset" -> null;
                default ->
                    Guard.oneOf(
                        Documents.path(path),
                        ((Value.Array) value(is.substring("in".length()))).values());
              };
          default -> null;
        });
  }

  /** The change of a word. */
  public static FieldChange change(String word) {
    Matcher term = term(word);
    String path = term.group(1);
    String to = term.group(3);
    return switch (term.group(2)) {
      case "=" -> Documents.set(path, value(to));
      case "+=" -> Documents.inc(path, value(to));
      case "<<" -> Documents.push(path, value(to));
      case ">>" -> Documents.pull(path, value(to));
      default -> Documents.unset(path);
    };
  }

  /** An operation: its verb, its document, and its fields, or its guards and changes. */
  public static DocumentOperation operation(DocumentRef document, String verb, String words) {
    if (verb.equals("insert")) {
      return Documents.insert(document, fields(words));
    }
    List<String> terms = words.isEmpty() ? List.of() : List.of(words.split(" ", -1));
    List<Guard> guards = terms.stream().flatMap(word -> guard(word).stream()).toList();
    return switch (verb) {
      case "absent" -> Documents.absent(document);
      case "remove" -> new RemoveDocument(document, guards);
      case "check" -> new CheckDocument(document, guards);
      case "change" ->
          new ChangeDocument(
              document,
              guards,
              Changes.of(
                  terms.stream()
                      .filter(word -> guard(word).isEmpty())
                      .map(DocumentWords::change)
                      .toArray(FieldChange[]::new)));
      default -> throw new IllegalArgumentException(verb);
    };
  }
}
