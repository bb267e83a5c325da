package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.driver.Table;
import io.twophase.adapter.mongo.setup.SharedSettings;
import io.twophase.domain.event.Digest;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.ports.EvidenceRepository;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/**
 * The leaves, in a collection of their own. The settings say whether there are to be any.
 *
 * @param name of the collection of the records
 * @param leaves their digests
 */
public record MongoEvidenceRepository(String name, Table leaves, SharedSettings settings)
    implements EvidenceRepository {

  private static final String EVIDENCE = "evidence";
  private static final BsonDocument BY_ID = doc(Field.ID, 1);
  private static final BsonDocument LAST_FIRST = doc(Field.ID, -1);

  @Override
  public boolean isOn() {
    return settings.get(name, EVIDENCE).isPresent();
  }

  @Override
  public void turnOn() {
    settings.once(name, EVIDENCE, BsonBoolean.TRUE);
  }

  @Override
  public void turnOff() {
    settings.unset(name, EVIDENCE);
  }

  /** Counts no document as a leaf that has no number. */
  @Override
  public long size() {
    return leaves.reads().first(doc(Field.ID, doc("$gt", int64(0))), LAST_FIRST, 1).stream()
        .map(last -> last.getNumber(Field.ID).longValue())
        .findFirst()
        .orElse(0L);
  }

  @Override
  public List<TreeLeaf> leaves(Collection<Long> numbers) {
    BsonArray ids = new BsonArray(numbers.stream().map(BsonInt64::new).toList());
    return ids.isEmpty() ? List.of() : read(doc(Field.ID, doc("$in", ids)), ids.size());
  }

  @Override
  public List<TreeLeaf> after(long number) {
    return read(doc(Field.ID, doc("$gt", int64(number))), MOST_AT_ONCE);
  }

  private List<TreeLeaf> read(BsonDocument filter, int most) {
    return leaves.reads().first(filter, BY_ID, most).stream()
        .flatMap(document -> LeafDocuments.leaf(document).stream())
        .toList();
  }

  @Override
  public void add(List<TreeLeaf> added) {
    leaves.insertUpToTaken(added.stream().map(LeafDocuments::of).toList());
  }

  /**
   * Leaves as documents: {@code { _id: 42, nodes: <its digest, and those it completes>, members:
   * <of a batch, theirs> }}, one digest of 32 bytes behind the other.
   */
  static final class LeafDocuments {

    private LeafDocuments() {}

    static BsonDocument of(TreeLeaf leaf) {
      Optional<List<Digest>> members = Optional.of(leaf.members()).filter(all -> !all.isEmpty());
      return doc(Field.ID, leaf.number(), Field.NODES, binary(leaf.nodes()))
          .with(Field.MEMBERS, members.map(LeafDocuments::binary));
    }

    private static BsonBinary binary(List<Digest> digests) {
      byte[] bytes = new byte[digests.size() * Digest.BYTES];
      for (int at = 0; at < digests.size(); at++) {
        System.arraycopy(digests.get(at).bytes(), 0, bytes, at * Digest.BYTES, Digest.BYTES);
      }
      return new BsonBinary(bytes);
    }

    /** The leaf; none if it cannot be read. */
    static Optional<TreeLeaf> leaf(BsonDocument document) {
      return Fields.read(
              document,
              fields ->
                  new TreeLeaf(
                      fields.int64(Field.ID),
                      digests(fields.binary(Field.NODES)),
                      fields
                          .ifAny(Field.MEMBERS, fields::binary)
                          .map(LeafDocuments::digests)
                          .orElse(List.of())))
          .toJavaOptional();
    }

    private static List<Digest> digests(byte[] bytes) {
      List<Digest> digests = new ArrayList<>(bytes.length / Digest.BYTES);
      for (int at = 0; at < bytes.length; at += Digest.BYTES) {
        digests.add(
            Digest.of(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + Digest.BYTES))));
      }
      return digests;
    }
  }
}
