package io.twophase.domain.event;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The figures are those of the reference implementation of Certificate Transparency. */
class MerkleTreeTest {

  private static final List<Digest> LEAVES =
      Stream.of(
              (" 00 10 2021 3031 40414243 5051525354555657 " + "606162636465666768696a6b6c6d6e6f")
                  .split(" ", -1))
          .map(hex -> Digest.ofLeaf(HexFormat.of().parseHex(hex)))
          .toList();

  private static final List<String> ROOTS =
      List.of(
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
          "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
          "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
          "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
          "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
          "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
          "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
          "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
          "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");

  private static final int MOST = 40;

  private static Digest digest(String hex) {
    return Digest.parse(hex).orElseThrow();
  }

  private static TreeHead head(int size) {
    return new TreeHead(size, digest(ROOTS.get(size)));
  }

  /** The beginning of each digest. */
  private static String beginnings(List<Digest> digests) {
    return digests.stream().map(digest -> digest.toString().substring(0, 8)).collect(joining(" "));
  }

  private static List<Digest> of(List<Span> spans, List<Digest> leaves) {
    return spans.stream()
        .map(span -> Frontier.of(leaves.subList((int) span.from(), (int) span.to())).root())
        .toList();
  }

  @Test
  void theRootsAreThoseOfTheReference() {
    for (int size = 0; size < ROOTS.size(); size++) {
      assertThat(Frontier.of(LEAVES.subList(0, size)).head()).isEqualTo(head(size));
      assertThat(Digest.of(head(size).root().bytes())).isEqualTo(head(size).root());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, ''",
    "0, 8, 96a296d2 5f083f0a 6b47aaf2",
    "5, 8, bc1a0643 ca854ea1 d37ee418",
    "2, 3, fac54203",
    "1, 5, 6e340b9c 5f083f0a bc1a0643"
  })
  void theInclusionProofsAreThoseOfTheReference(int index, int size, String path) {
    InclusionProof proof = InclusionProof.of(index, LEAVES.subList(0, size));

    assertThat(beginnings(proof.path())).isEqualTo(path);
    assertThat(proves(proof, LEAVES.get(index), head(size))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, ''",
    "1, 8, 96a296d2 5f083f0a 6b47aaf2",
    "6, 8, 0ebc5d34 ca854ea1 d37ee418",
    "2, 5, 5f083f0a bc1a0643"
  })
  void theConsistencyProofsAreThoseOfTheReference(int older, int size, String path) {
    List<Digest> made = of(Paths.consistency(older, size), LEAVES);

    assertThat(beginnings(made)).isEqualTo(path);
    assertThat(new ConsistencyProof(older, size, made).proves(head(older), head(size))).isTrue();
  }

  private static boolean proves(InclusionProof proof, Digest leaf, TreeHead head) {
    return proof.root(leaf).map(root -> new TreeHead(proof.size(), root)).equals(Optional.of(head));
  }

  private static List<Digest> leaves(int count) {
    return IntStream.range(0, count).mapToObj(at -> Digest.ofLeaf("leaf " + at)).toList();
  }

  @Test
  void eachLeafOfEachTreeIsProvenInItsPlaceAndNoOther() {
    for (int size = 1; size <= MOST; size++) {
      List<Digest> leaves = leaves(size);
      TreeHead head = Frontier.of(leaves).head();
      for (int index = 0; index < size; index++) {
        InclusionProof proof = InclusionProof.of(index, leaves);
        Digest leaf = leaves.get(index);
        assertThat(proves(proof, leaf, head)).isTrue();
        assertThat(proves(proof, Digest.ofLeaf("another"), head)).isFalse();
        assertThat(proves(proof, leaf, new TreeHead(size + 1, head.root()))).isFalse();
        for (int other = 0; other < size; other++) {
          boolean isIt = proves(new InclusionProof(other, size, proof.path()), leaf, head);
          assertThat(isIt).isEqualTo(other == index);
        }
        for (List<Digest> path : changed(proof.path())) {
          assertThat(proves(new InclusionProof(index, size, path), leaf, head)).isFalse();
        }
      }
    }
  }

  /** One digest more or less at either end, or another in each place. */
  private static List<List<Digest>> changed(List<Digest> path) {
    List<List<Digest>> changed = new ArrayList<>();
    List<Digest> longer = new ArrayList<>(path);
    longer.add(Digest.OF_NOTHING);
    changed.add(longer);
    for (int at = 0; at < path.size(); at++) {
      List<Digest> other = new ArrayList<>(path);
      other.set(at, Digest.OF_NOTHING);
      changed.add(other);
    }
    if (!path.isEmpty()) {
      changed.add(path.subList(1, path.size()));
      changed.add(path.subList(0, path.size() - 1));
    }
    return changed;
  }

  @Test
  void eachTreeIsProvenToHaveGrownFromEachOlderOneAndNoOther() {
    List<Digest> all = leaves(MOST);
    for (int size = 1; size <= MOST; size++) {
      TreeHead head = Frontier.of(all.subList(0, size)).head();
      for (int older = 0; older <= size; older++) {
        TreeHead before = Frontier.of(all.subList(0, older)).head();
        List<Digest> path = of(Paths.consistency(older, size), all);
        assertThat(new ConsistencyProof(older, size, path).proves(before, head)).isTrue();
        TreeHead other = new TreeHead(older, Digest.ofLeaf("another"));
        assertThat(new ConsistencyProof(older, size, path).proves(other, head)).isFalse();
        if (older > 0) {
          TreeHead later = new TreeHead(size, Digest.ofLeaf("another"));
          assertThat(new ConsistencyProof(older, size, path).proves(before, later)).isFalse();
        }
        for (List<Digest> wrong : changed(path)) {
          assertThat(new ConsistencyProof(older, size, wrong).proves(before, head)).isFalse();
        }
      }
    }
  }

  @Test
  void whatALeafCompletesIsAllThatHasToBeKept() {
    List<Digest> all = leaves(MOST);
    List<TreeLeaf> kept = new ArrayList<>();
    Frontier frontier = Frontier.EMPTY;
    for (Digest leaf : all) {
      Frontier.Grown grown = frontier.with(leaf);
      frontier = grown.frontier();
      kept.add(new TreeLeaf(frontier.size(), grown.nodes(), List.of()));
    }

    for (int from = 0; from < MOST; from++) {
      TreeLeaf leaf = kept.get(from);
      assertThat(leaf.digest()).isEqualTo(all.get(from));
      for (int size = from + 1; size <= MOST; size++) {
        List<Digest> path =
            Paths.inclusion(from, size).stream()
                .map(
                    span ->
                        span.digest(
                            node -> kept.get((int) node.number() - 1).nodes().get(node.level())))
                .toList();
        TreeHead head = Frontier.of(all.subList(0, size)).head();
        assertThat(proves(new InclusionProof(from, size, path), leaf.digest(), head)).isTrue();
      }
    }
    for (int size = 0; size <= MOST; size++) {
      Frontier again =
          Frontier.of(size, node -> kept.get((int) node.number() - 1).nodes().get(node.level()));
      assertThat(again).isEqualTo(Frontier.of(all.subList(0, size)));
    }
  }

  @Test
  void whatCannotBeIsRefused() {
    List<Digest> two = leaves(2);
    assertThatIllegalArgumentException().isThrownBy(() -> Digest.of(new byte[31]));
    assertThatIllegalArgumentException().isThrownBy(() -> new TreeHead(-1, Digest.OF_NOTHING));
    assertThatIllegalArgumentException().isThrownBy(() -> new Span(3, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> new Frontier(1, two));
    assertThatIllegalArgumentException().isThrownBy(() -> new TreeLeaf(1, two, List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new TreeLeaf(0, two, List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> Paths.inclusion(3, 3));
    assertThatIllegalArgumentException().isThrownBy(() -> Paths.consistency(4, 3));
    assertThat(Paths.consistency(0, 3)).isEqualTo(Paths.consistency(3, 3)).isEmpty();
    assertThat(new Frontier(0, List.of())).isEqualTo(Frontier.EMPTY);
    assertThat(new InclusionProof(3, 3, List.of()).root(Digest.OF_NOTHING)).isEmpty();
    assertThat(new ConsistencyProof(4, 3, List.of()).proves(head(4), head(3))).isFalse();
  }
}
