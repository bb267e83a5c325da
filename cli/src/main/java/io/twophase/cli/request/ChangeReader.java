package io.twophase.cli.request;

import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.FieldPath;
import java.util.ArrayList;
import java.util.List;

/** Reads changes, which look as updates of MongoDB do. */
final class ChangeReader {

  static final String SET = "$set";
  static final String UNSET = "$unset";
  static final String INC = "$inc";
  static final String PUSH = "$push";
  static final String PULL = "$pull";

  private ChangeReader() {}

  /** The changes, in their order. */
  static Changes read(JsonPart update) {
    update.object().allow(SET, UNSET, INC, PUSH, PULL);
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
    return part.checked(
        () -> {
          FieldPath path = FieldPath.of(name);
          return switch (operator) {
            case SET -> new FieldChange.Set(path, part.value());
            case INC -> new FieldChange.Inc(path, part.value());
            case PUSH -> new FieldChange.Push(path, part.value());
            case PULL -> new FieldChange.Pull(path, part.value());
            default -> new FieldChange.Unset(path);
          };
        });
  }
}
