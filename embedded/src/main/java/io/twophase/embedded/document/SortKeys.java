package io.twophase.embedded.document;

import de.bwaldvogel.mongo.backend.Utils;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;

/**
 * What of a document an order asks about, found once for each document. The library's comparator
 * finds it for each comparison, which is most of the time that a sort takes.
 */
final class SortKeys {

  /** A field that the order asks about, and whether small values come first. */
  private record Key(String path, boolean isPlain, ValueComparator order) {

    Object of(Document fields) {
      return isPlain
          ? fields.getOrMissing(path)
          : Utils.getSubdocumentValueCollectionAware(fields, path);
    }
  }

  private final List<Key> keys = new ArrayList<>();

  /** As {@code orderBy} asks: a number for each path, above zero if small values come first. */
  SortKeys(Document orderBy) {
    orderBy.forEach(
        (path, direction) ->
            keys.add(
                new Key(
                    path,
                    path.indexOf('.') < 0,
                    ((Number) direction).intValue() > 0
                        ? ValueComparator.asc()
                        : ValueComparator.desc())));
  }

  /** The values by which a document is compared. */
  Object[] of(Document fields) {
    Object[] values = new Object[keys.size()];
    for (int at = 0; at < values.length; at++) {
      values[at] = keys.get(at).of(fields);
    }
    return values;
  }

  /** As the documents compare that have these values. */
  int compare(Object[] one, Object[] other) {
    for (int at = 0; at < one.length; at++) {
      int compared = keys.get(at).order().compare(one[at], other[at]);
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }
}
