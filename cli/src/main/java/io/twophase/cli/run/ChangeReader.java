package io.twophase.cli.run;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads changes, which look as updates of MongoDB do. */
final class ChangeReader {

  /** The kinds by their operators. */
  private static final Map<String, FieldChange.Kind> KINDS =
      Stream.of(FieldChange.Kind.values())
          .collect(
              Collectors.toMap(
                  kind -> "$" + kind.word(), kind -> kind, (a, b) -> a, LinkedHashMap::new));

  private ChangeReader() {}

  /** The changes, in their order. */
  static Changes read(JsonPart update) {
    update.object().allow(KINDS.keySet().toArray(String[]::new));
    List<FieldChange> changes = new ArrayList<>();
    update
        .members()
        .forEach(
            (operator, fields) ->
                fields
                    .object()
                    .members()
                    .forEach((name, part) -> changes.add(change(operator, name, part))));
    return update.checked(() -> new Changes(changes));
  }

  private static FieldChange change(String operator, String name, JsonPart part) {
    FieldChange.Kind kind = Objects.requireNonNull(KINDS.get(operator));
    return part.checked(
        () ->
            new FieldChange(
                kind,
                FieldPath.of(name),
                kind == FieldChange.Kind.UNSET ? new Value.Null() : part.value()));
  }
}
