package io.twophase.adapter.mongo.event;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Server;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.setup.SharedSettings;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.ports.EvidenceRepository;
import java.util.Collection;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/** The leaves, in a collection of their own. Whether there are to be any is in the settings. */
public final class MongoEvidenceRepository implements EvidenceRepository {

  private static final String EVIDENCE = "evidence";
  private static final BsonDocument BY_ID = doc(Field.ID, 1);
  private static final BsonDocument LAST_FIRST = doc(Field.ID, -1);

  private final String name;
  private final SharedSettings settings;
  private final Reads reads;
  private final Writes writes;

  /**
   * The repository of the leaves of records. The leaves must be read and written with majority.
   *
   * @param records the name of their collection
   */
  public MongoEvidenceRepository(
      String records,
      MongoCollection<BsonDocument> leaves,
      SharedSettings settings,
      Server server) {
    this.name = records;
    this.settings = settings;
    this.reads = new Reads(leaves, server);
    this.writes = new Writes(leaves, server);
  }

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

  @Override
  public long size() {
    return reads.first(new BsonDocument(), LAST_FIRST, 1).stream()
        .filter(last -> last.isNumber(Field.ID))
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
    return reads.first(filter, BY_ID, most).stream()
        .flatMap(document -> LeafDocuments.leaf(document).stream())
        .toList();
  }

  @Override
  public void add(List<TreeLeaf> leaves) {
    writes.insertUpToTaken(leaves.stream().map(LeafDocuments::of).toList());
  }
}
