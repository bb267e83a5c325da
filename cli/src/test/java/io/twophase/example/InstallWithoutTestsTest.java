package io.twophase.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** {@code ./mvnw install -DskipTests}, by which a host gets the jars, runs no integration test. */
class InstallWithoutTestsTest {

  @Test
  void integrationTestsAreSkippedWithTheOthers() throws Exception {
    assertThat(inParentPom("/project/properties/skipITs")).isEqualTo("${skipTests}");
    assertThat(
            inParentPom(
                "//pluginManagement//plugin[artifactId='maven-failsafe-plugin']"
                    + "/configuration/skipITs"))
        .isEqualTo("${skipITs}");
  }

  private static String inParentPom(String path) throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Path.of(System.getProperty("twophase.root"), "pom.xml").toFile());
    return XPathFactory.newInstance().newXPath().evaluate(path, pom);
  }
}
