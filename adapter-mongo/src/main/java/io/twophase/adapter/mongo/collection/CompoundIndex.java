package io.twophase.adapter.mongo.collection;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An index of several fields together, whether it is unique or not. No document can be stored of
 * which two of them are arrays, or lead through two arrays: it would have an entry for each pair of
 * elements.
 *
 * @param name its name
 * @param paths the fields
 */
public record CompoundIndex(String name, List<FieldPath> paths) {

  /** A field of the index, as far as its way is not yet gone. */
  private record Way(FieldPath path, List<String> names) {}

  /** An array that fields of the index lead to. */
  private record Met(Value.Array array, List<Way> ways) {}

  /** The paths do not change. */
  public CompoundIndex {
    paths = List.copyOf(paths);
  }

  /** Why no such document can be stored, in words that follow the collection's name. */
  public Optional<String> refusal(Fields document) {
    return parallel(document, ways());
  }

  /**
   * The fields that must be no arrays, nor lead through one, because the changes put an array at
   * another; none if they put none. What they replace does not count.
   */
  Stream<FieldPath> others(Changes changes) {
    Fields made = changes.applyTo(Fields.none()).getOrElse(Fields.none());
    Set<FieldPath> arrays =
        arrays(made, ways()).values().stream()
            .flatMap(met -> met.ways().stream())
            .map(Way::path)
            .collect(Collectors.toSet());
    return arrays.isEmpty()
        ? Stream.empty()
        : paths.stream()
            .filter(path -> !arrays.contains(path))
            .filter(path -> changes.all().stream().noneMatch(change -> replaces(change, path)));
  }

  /**
   * Returns whether the change may put an array, inside of an element of an array, where the index
   * has one already: which the other elements have is not asked.
   */
  boolean isAtRisk(FieldChange change) {
    FieldPath ofAll = change.path().withoutIndexes();
    boolean makesArrays =
        change.kind() == FieldChange.Kind.PUSH
            || (change.kind() == FieldChange.Kind.SET && change.value().depth() > 0);
    return makesArrays
        && change.path().mayLeadIntoArrays()
        && paths.stream().anyMatch(path -> path.withoutIndexes().overlaps(ofAll));
  }

  private static boolean replaces(FieldChange change, FieldPath path) {
    boolean isWhole =
        change.kind() == FieldChange.Kind.SET || change.kind() == FieldChange.Kind.UNSET;
    return isWhole && (change.path().equals(path) || path.parents().contains(change.path()));
  }

  private List<Way> ways() {
    return paths.stream().map(path -> new Way(path, path.names())).toList();
  }

  private Optional<String> parallel(Fields document, List<Way> ways) {
    List<Met> met = new ArrayList<>(arrays(document, ways).values());
    if (met.size() > 1) {
      return Optional.of(words(met.get(0), met.get(1)));
    }
    return met.isEmpty() ? Optional.empty() : inside(met.get(0));
  }

  /** An element may itself have two arrays that the index leads to. */
  private Optional<String> inside(Met met) {
    List<Way> further = met.ways().stream().filter(way -> !way.names().isEmpty()).toList();
    return met.array().values().stream()
        .filter(Value.Embedded.class::isInstance)
        .flatMap(element -> parallel(((Value.Embedded) element).fields(), further).stream())
        .findFirst();
  }

  private static Map<List<String>, Met> arrays(Fields document, List<Way> ways) {
    Map<List<String>, Met> met = new LinkedHashMap<>();
    for (Way way : ways) {
      Fields at = document;
      for (int passed = 1; passed <= way.names().size(); passed++) {
        Value value = at.get(way.names().get(passed - 1)).orElse(null);
        if (value instanceof Value.Array array) {
          met.computeIfAbsent(
                  way.names().subList(0, passed), place -> new Met(array, new ArrayList<>()))
              .ways()
              .add(new Way(way.path(), way.names().subList(passed, way.names().size())));
        }
        if (!(value instanceof Value.Embedded embedded)) {
          break;
        }
        at = embedded.fields();
      }
    }
    return met;
  }

  private String words(Met one, Met other) {
    return "has the index %s, which takes no document with arrays at both %s and %s"
        .formatted(name, one.ways().get(0).path(), other.ways().get(0).path());
  }
}
